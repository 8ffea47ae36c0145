"""The folder of everything that can be computed again: machine code, solved tables, policies."""

import os
import stat
import tempfile
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """Return the folder for everything that can be computed again.

    ``INTRIGUE_CACHE_DIR`` overrides the platform's usual place. For a user without a home it is a
    folder of that user's number among the temporary files.
    """
    chosen = os.environ.get("INTRIGUE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    try:
        return Path(platformdirs.user_cache_dir("intrigue", "intrigue"))
    except RuntimeError:  # neither HOME nor an entry in the list of users
        return Path(tempfile.gettempdir()) / f"intrigue-{os.getuid()}"


def why_not_trusted(folder: Path) -> str:
    """Say why what lies in `folder` may have been put there by someone else; empty if it is ours.

    Loading machine code runs it, so a folder must belong to this user (or to the administrator),
    and nobody else may write into it. On Windows, where folders of a user are private, nothing is
    looked at.

    Raises
    ------
    OSError
        If the folder is not there or cannot be looked at.
    """
    found = folder.stat()
    if not hasattr(os, "getuid"):
        return ""
    if found.st_uid not in (0, os.getuid()):
        return "it belongs to another user"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "other users can write into it"
    return ""
