"""What an optional part of the package needs, asked for before any work is done."""

from importlib import import_module

_MODULES = {"plots": "matplotlib", "cluster": "distributed", "learn": "optax"}
"""The extras of `pyproject.toml` that the package itself imports, and what they bring."""


def has_extra(extra: str) -> bool:
    """Return whether what an extra brings can be imported."""
    try:
        import_module(_MODULES[extra])
    except ImportError:
        return False
    return True


def require_extra(extra: str, what: str) -> None:
    """Raise ``ValueError`` in one line that says how to install it, unless an extra is there.

    Parameters
    ----------
    extra
        ``plots``, ``cluster`` or ``learn``.
    what
        What needs it: an option, a function.
    """
    if not has_extra(extra):
        raise ValueError(f'{what} needs {_MODULES[extra]}: pip install "intrigue[{extra}]"')
