"""Names for the types that compiled rules, solvers and search share.

They say what a value is; shapes, types of elements and ranges stand in the docstrings.
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
"""An array; its shape and type stand where it is described."""

State = np.record
"""One game's state: a record of the type that :func:`intrigue.games.core.kernel.state_dtype` made.

Its fields (``state.players``) are looked up by name and have no types of their own.
"""
