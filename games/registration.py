"""Registering the games with OpenSpiel: as soon as it is there, and not before it is needed.

A command that only reads cards imports neither OpenSpiel nor the rules of four games. So importing
`intrigue.games` registers the games at once where `pyspiel` is imported already, and otherwise when
it is imported later.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

_begun = False


def register_all() -> None:
    """Import the declarations of all games, which registers them; only the first call does."""
    global _begun
    if _begun:
        return
    _begun = True
    from intrigue.games.cunning_folk import game as _cunning_folk  # noqa: F401
    from intrigue.games.emissary import game as _emissary  # noqa: F401
    from intrigue.games.emperors_new_clothes import game as _emperors_new_clothes  # noqa: F401
    from intrigue.games.roy_des_ribauds import game as _roy_des_ribauds  # noqa: F401


def register_with_openspiel() -> None:
    """Register all games now if OpenSpiel is imported, else when it is."""
    if "pyspiel" in sys.modules:
        register_all()
    else:
        sys.meta_path.insert(0, _Watch())


class _Watch(MetaPathFinder):
    """Waits for the import of `pyspiel`."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find `pyspiel` as Python would, with something to do afterwards."""
        if name != "pyspiel":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Then(spec.loader, _openspiel_is_there)
        return spec


class _Then(Loader):
    """A loader that calls something when its module is loaded."""

    def __init__(self, loader: Loader, then: Callable[[], None]) -> None:
        self._loader = loader
        self._then = then

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module as the loader does."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Load the module, then call."""
        self._loader.exec_module(module)
        assert module.__spec__ is not None
        module.__spec__.loader = self._loader
        self._then()


def _openspiel_is_there() -> None:
    # If the adapter is what imports OpenSpiel, it registers the games at its own end.
    if "intrigue.games.openspiel" not in sys.modules:
        register_all()
