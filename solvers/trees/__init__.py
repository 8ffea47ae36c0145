"""Games as flat arrays: trees, their sequence form, and graphs for people."""
