"""Sound search: a tree of information sets that is solved while it grows."""
