"""Tables of The Emissary: every hand, every campaign position, solved once."""
