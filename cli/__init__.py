"""The `intrigue` command."""
