"""Sphinx configuration."""

import os
import sys
from pathlib import Path

# Compiled functions are documented as the plain Python they are written in.
os.environ["NUMBA_DISABLE_JIT"] = "1"

from importlib.metadata import version as installed_version

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "intrigue"
author = "the intrigue developers"
copyright = "2026, the intrigue developers"
release = version = installed_version("intrigue")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.mathjax",
    "result_pages",
]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "examples", "pictures/*.py"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_numpy_docstring = True
napoleon_google_docstring = False

html_theme = "furo"
html_title = "intrigue"
