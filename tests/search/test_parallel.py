"""Where work runs: an address where no scheduler answers is told in one line, soon."""

import socket
import threading

import pytest

from intrigue.search import parallel


@pytest.fixture
def port(monkeypatch):
    """A port of this machine, taken and not listened at."""
    monkeypatch.setattr(parallel, "ANSWER_SECONDS", 0.3)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken


def refused(address):
    refusal = pytest.raises(ValueError, match="no Dask scheduler answers at")
    with refusal as problem, parallel.backend(1, address):
        raise AssertionError("there is no cluster")
    return str(problem.value)


def test_nobody_answers(port):
    address = f"tcp://127.0.0.1:{port.getsockname()[1]}"
    assert refused(address).endswith(address)
    assert "\n" not in refused("nonsense")


def test_another_service_answers(port):
    port.listen()

    def greet():
        while True:
            try:
                connection, _ = port.accept()
            except OSError:
                return
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 4)

    threading.Thread(target=greet, daemon=True).start()
    assert "too large" not in refused(f"tcp://127.0.0.1:{port.getsockname()[1]}")
