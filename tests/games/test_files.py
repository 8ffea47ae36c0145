"""Files are whole or not there, and are like the files of any other program."""

import os
import stat

import pytest

from intrigue.games.files import load_json, save_json, write_atomically


def test_who_may_read_a_file_is_up_to_the_umask(tmp_path):
    for mask, mode in ((0o022, 0o644), (0o077, 0o600)):
        before = os.umask(mask)
        try:
            write_atomically(tmp_path / "file", b"content")
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_folders_are_made_and_nothing_is_left_behind(tmp_path):
    path = tmp_path / "new" / "folder" / "file"
    write_atomically(path, b"one")
    write_atomically(path, b"two", keep_as=path.with_name("older"))
    assert path.read_bytes() == b"two"
    assert path.with_name("older").read_bytes() == b"one"
    assert sorted(p.name for p in path.parent.iterdir()) == ["file", "older"]


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, b"old")
    with pytest.raises(TypeError):
        write_atomically(path, "not bytes")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("kind", "version", "change", "said"),
    [
        ("other", 1, None, "expected other"),
        ("thing", 2, None, "version"),
        ("thing", 1, (b"17", b"18"), "damaged"),
        ("thing", 1, (b"}", b""), "damaged"),
    ],
)
def test_json_files_are_checked(tmp_path, kind, version, change, said):
    path = tmp_path / "file.json"
    save_json(path, "thing", 1, {"value": 17})
    assert load_json(path, "thing", 1) == {"value": 17}
    if change is not None:
        path.write_bytes(path.read_bytes().replace(*change))
    with pytest.raises(ValueError, match=said) as error:
        load_json(path, kind, version)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
