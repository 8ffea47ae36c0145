"""Bots that play well: information-set search, beliefs, rules of thumb, and the arena."""
