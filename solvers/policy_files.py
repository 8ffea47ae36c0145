"""Reading policies from files.

A policy file is a checked archive (:mod:`intrigue.solvers.storage`) of kind ``intrigue policy``,
version 1, whose header holds ``game`` and ``form``:

``uniform``
    no arrays.
``strings``
    ``player`` (I,) int8, ``string_bytes`` and ``string_offsets`` (I + 1,) (the information-state
    strings in UTF-8), ``action_offset`` (I + 1,), ``actions`` (A,) int32, ``probabilities`` (A,).
``hashes``
    ``keys`` (I, 2) uint64, ``action_offset``, ``actions``, ``probabilities`` as above; the header
    also holds ``abstraction`` (see :mod:`intrigue.solvers.sampled.abstraction`).
``mixed``
    ``weights`` (C,); the header holds ``components``, a list of headers, and the arrays of
    component c are named ``c.name``.

What else holds of each array is said by :data:`intrigue.solvers.policy.STRINGS`,
:data:`intrigue.solvers.sampled.hash_policy.HASHES` and :data:`MIXED`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from intrigue.solvers import storage
from intrigue.solvers.game_rules import require_rules
from intrigue.solvers.layout import Column, Layout, check_content, naming
from intrigue.solvers.policy import (
    POLICY_KIND,
    POLICY_VERSION,
    MixedPolicy,
    Policy,
    TabularPolicy,
    UniformPolicy,
)
from intrigue.solvers.sampled.hash_policy import unpack_hash_policy

MIXED = Layout(
    header={"game": str, "form": ("mixed",), "components": list},
    columns={"weights": Column("float64", ("C",), low=0, high=1 + 1e-9)},
)
"""What a policy file of form ``mixed`` holds besides its C components."""


def load_policy(path: str | os.PathLike[str], game: str | None = None) -> Policy:
    """Read a policy that :meth:`intrigue.solvers.policy.Policy.save` wrote.

    Raises
    ------
    ValueError
        In one line: the file is damaged, makes no sense, is of another kind or version, or is for
        another game than `game`, or was made by other rules of it.
    FileNotFoundError
        There is no such file.
    """
    header, arrays = storage.load_arrays(path, POLICY_KIND, POLICY_VERSION)
    # Files hold the name with all parameters; people leave out those that are as usual.
    require_rules(path, header, None if game is None else str(pyspiel.load_game(game)))
    with naming(path):
        try:
            return _unpack(header, arrays)
        except RecursionError:
            raise ValueError("its mixtures hold mixtures without end") from None


def _unpack(header: Mapping[str, Any], arrays: storage.Arrays) -> Policy:
    form = header.get("form")
    if not isinstance(form, str) or form not in _FORMS:
        raise ValueError(f"its form is {form!r}, not one of {', '.join(_FORMS)}")
    return _FORMS[form](header, arrays)


def _unpack_mixed(header: Mapping[str, Any], arrays: storage.Arrays) -> MixedPolicy:
    parts: dict[str, storage.Arrays] = {}
    own: storage.Arrays = {}
    for name, array in arrays.items():
        number, dot, rest = name.partition(".")
        if dot:
            parts.setdefault(number, {})[rest] = array
        else:
            own[name] = array
    check_content(MIXED, header, own)
    headers = header["components"]
    if parts.keys() - set(map(str, range(len(headers)))):
        raise ValueError("it holds arrays of components that there are not")
    components = []
    for index, part in enumerate(headers):
        if not isinstance(part, dict):
            raise ValueError(f"its component {index} is no policy")
        components.append(_unpack(part, parts.get(str(index), {})))
    if len(own["weights"]) != len(components):
        raise ValueError("it has not one weight a component")
    return MixedPolicy(components, own["weights"].tolist())


_FORMS: dict[str, Callable[[Mapping[str, Any], storage.Arrays], Policy]] = {
    "uniform": UniformPolicy.unpack,
    "strings": TabularPolicy.unpack,
    "hashes": unpack_hash_policy,
    "mixed": _unpack_mixed,
}
