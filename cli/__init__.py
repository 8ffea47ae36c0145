"""The `intrigue` command: one module a subcommand, gathered in `main`."""
