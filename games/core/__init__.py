"""What every game is made of, and all that a compiled function of any game may reach."""
