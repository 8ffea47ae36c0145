"""Running the command in the process of the tests."""

import sys

import pytest


@pytest.fixture
def command(monkeypatch, capfd):
    """Runs `intrigue` in this process; returns exit code, output and error output."""
    from intrigue.cli.main import main

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # put back what was struck
    monkeypatch.setenv("COLUMNS", "120")  # as in a pipe, whatever terminal the tests run in

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["intrigue", *words])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capfd.readouterr()
        return ended.value.code, printed.out, printed.err

    return run
