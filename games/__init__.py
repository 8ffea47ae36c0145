"""Card games as compiled rules, and their OpenSpiel adapters."""
