"""Sphinx configuration."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

import numba

# Compiled functions are documented as the plain Python they are written in. Set for this process
# only: in the environment it would reach the notebooks, which need compiled code.
numba.config.DISABLE_JIT = True

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "intrigue"
author = "the intrigue developers"
copyright = "2026, the intrigue developers"
release = version = installed_version("intrigue")

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.mathjax",
    "result_pages",
    "drawn_blocks",
]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
source_suffix = {".md": "myst-nb", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "examples", "pictures/*.py"]

# Notebooks are run whenever they are built, and a failing cell fails the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_execution_timeout = 600  # seconds a cell; the first one compiles

autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_numpy_docstring = True
napoleon_google_docstring = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_title = "intrigue"
