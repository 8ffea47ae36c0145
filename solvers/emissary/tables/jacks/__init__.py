"""Every hand with its Jacks: all positions by number of cards, solved layer by layer."""
