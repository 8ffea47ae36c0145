"""Published tables and figures, one module each: `intrigue experiment list` names them."""
