"""Files are whole or not there, and are like the files of any other program."""

import errno
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.games.files import (
    Log,
    Output,
    check_outputs,
    kind_of_json,
    load_json,
    save_json,
    write_atomically,
)


def test_who_may_read_a_file_is_up_to_the_umask(tmp_path):
    for mask, mode in ((0o022, 0o644), (0o077, 0o600)):
        before = os.umask(mask)
        try:
            write_atomically(tmp_path / "file", b"content")
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_the_old_file_is_kept_and_nothing_is_left_behind(tmp_path):
    path = tmp_path / "file"
    write_atomically(path, b"one")
    write_atomically(path, b"two", keep_as=path.with_name("older"))
    assert path.read_bytes() == b"two"
    assert path.with_name("older").read_bytes() == b"one"
    assert sorted(p.name for p in path.parent.iterdir()) == ["file", "older"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match=f"there is no folder {tmp_path / 'new'}$"):
        write_atomically(tmp_path / "new" / "file", b"content")
    assert list(tmp_path.iterdir()) == []


def test_links_are_followed(tmp_path):
    (tmp_path / "there").mkdir()
    target, link, further = tmp_path / "there" / "file", tmp_path / "link", tmp_path / "further"
    link.symlink_to("there/file")
    further.symlink_to(link)
    for path in (further, link):  # the first time the target is not there yet
        write_atomically(path, path.name.encode())
        assert link.is_symlink()
        assert further.is_symlink()
        assert target.read_bytes() == path.name.encode()
    assert [p.name for p in target.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder", "link in a circle", "link to a pipe"])
def test_only_regular_files_are_written(kind, tmp_path):
    path = tmp_path / "it"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link to a pipe":
        os.mkfifo(tmp_path / "pipe")
        path.symlink_to("pipe")
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(str(path))
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("it")
    before = os.lstat(path)
    log = Log(path, {}, "test", "log")
    for act in (
        lambda: write_atomically(path, b"content"),
        lambda: check_outputs(Output("--save", path, "thing", lambda found: True)),
        log.__enter__,
    ):
        with pytest.raises(ValueError, match=r"^cannot write to '[^\n]*'") as error:
            act()
        assert "\n" not in str(error.value)
    assert os.lstat(path) == before


def test_a_device_is_refused():
    with pytest.raises(ValueError, match="cannot write to '/dev/null': it is no regular file"):
        check_outputs(Output("--save", Path("/dev/null"), "thing", lambda found: True))


def test_what_a_killed_writer_left_is_removed_at_the_next_write(tmp_path):
    code = """
import os, sys
from pathlib import Path
from intrigue.games import files
def stop(*arguments):
    print("writing", flush=True)
    sys.stdin.read()
files.os.replace = stop
files.write_atomically(Path(sys.argv[1]), b"content")
"""
    path = tmp_path / "table"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as writer:  # fmt: skip
        assert writer.stdout.readline() == "writing\n"
        (part,) = tmp_path.iterdir()
        write_atomically(tmp_path / "other", b"content")
        assert part.exists()  # its writer is still at it
        writer.kill()
    write_atomically(tmp_path / "other", b"content")
    assert [p.name for p in tmp_path.iterdir()] == ["other"]


def test_other_files_with_such_an_ending_stay(tmp_path):
    for name in ("video.part", "table.12.part", "table.12.deadbeef", "x.1.0123456z.part"):
        (tmp_path / name).touch()
    write_atomically(tmp_path / "file", b"content")
    assert len(list(tmp_path.iterdir())) == 5


def test_a_full_disk_names_the_file(tmp_path, monkeypatch):
    path = tmp_path / "file"

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    write_atomically(path, b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as error:
        write_atomically(path, b"new")
    assert error.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
    with pytest.raises(OSError, match="No space") as error, Log(tmp_path / "log", {}, "a", "b"):
        pass
    assert error.value.filename == str(tmp_path / "log")


def outputs(*paths, own=lambda found: False):
    return [Output(f"--{number}", path, "thing", own) for number, path in enumerate(paths)]


def test_two_options_that_name_one_file_are_refused(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "soft").symlink_to("file")
    os.link(tmp_path / "file", tmp_path / "hard")
    (tmp_path / "there").symlink_to(tmp_path)
    for name in ("file", "soft", "hard", "there/file", "there/../" + tmp_path.name + "/file"):
        with pytest.raises(ValueError, match="--0 and --1 name the same file"):
            check_outputs(*outputs(tmp_path / "file", tmp_path / name))
    check_outputs(*outputs(tmp_path / "file", tmp_path / "another"))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "hard", "soft", "there"]


def test_files_of_others_are_not_replaced(tmp_path):
    path = tmp_path / "mine"
    check_outputs(*outputs(path))
    path.touch()
    check_outputs(*outputs(path))  # nothing to lose
    path.write_text("mine")
    with pytest.raises(ValueError, match="mine is there already and is no thing: name another one"):
        check_outputs(*outputs(path))
    check_outputs(*outputs(path, own=lambda found: found.read_text() == "mine"))


def test_a_log_goes_on_and_is_checked(tmp_path):
    path = tmp_path / "log"
    log = Log(path, {"about": [1, 2]}, "writer", "log of such things")
    assert log.read() == []
    with log:
        log.append([{"a": 1}, [2, "b"]])
    with path.open("ab") as file:
        file.write(b'{"torn')
    assert log.read() == [{"a": 1}, [2, "b"]]
    with log:
        log.append([3])
    assert log.read() == [{"a": 1}, [2, "b"], 3]
    with pytest.raises(ValueError, match="is not open to append"):
        log.append([4])
    with pytest.raises(ValueError, match="is no log of such things"):
        Log(path, {"about": [2]}, "writer", "log of such things").read()
    path.write_bytes(path.read_bytes().replace(b'"b"', b'"c"'))
    with pytest.raises(ValueError, match="log is damaged in line 3"):
        log.read()


def test_one_writer_a_log(tmp_path):
    log, other = (Log(tmp_path / "log", {}, "writer", "log") for _ in range(2))
    with log, pytest.raises(ValueError, match=r"another writer is writing to .*log: wait"):
        other.__enter__()
    with other:
        assert other.read() == []


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
    assert kind_of_json(path) == "thing"
    if change is not None:
        path.write_bytes(path.read_bytes().replace(*change))
    with pytest.raises(ValueError, match=said) as error:
        load_json(path, kind, version)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
