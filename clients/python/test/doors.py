"""A way to a server on which answers get lost: what clients must survive. For tests."""

from __future__ import annotations

import functools
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

#: What a connection meets: an answer in the server's place, or the loss of the server's answer; None lets it pass.
Fault = bytes | str | None
LOST = "the answer is lost"


def refusal(status: int, retry_after: int = 0) -> bytes:
    """Of something in front of the service, which knows nothing of problems."""
    return (
        f"HTTP/1.1 {status} No\r\nRetry-After: {retry_after}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
    )


class Door:
    """Passes connections on to `url`; the first ones meet `faults`, one each."""

    def __init__(self, url: str, faults: Sequence[Fault]) -> None:
        self._to = urlsplit(url)
        self._faults = list(faults)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.met: list[Fault] = []
        #: The beginning of what was answered in the server's place.
        self.heard: list[bytes] = []

    def __enter__(self) -> Door:
        _in_background(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                fault = self._faults.pop(0) if self._faults else None
                self.met.append(fault)
                _in_background(functools.partial(self._serve, client, fault))

    def _serve(self, client: socket.socket, fault: Fault) -> None:
        with client:
            self._answer(client, fault)

    def _answer(self, client: socket.socket, fault: Fault) -> None:
        if isinstance(fault, bytes):
            self.heard.append(client.recv(65_536))
            client.sendall(fault)
            client.shutdown(socket.SHUT_WR)
            # Until it has hung up, or what it still sends would reset the connection before it has read the answer.
            while client.recv(65_536):
                pass
            return
        with socket.create_connection((self._to.hostname or "", self._to.port or 80)) as server:
            asking = _in_background(lambda: _copy(client, server))
            if fault == LOST:
                server.recv(65_536)
                client.shutdown(socket.SHUT_RDWR)
            else:
                _copy(server, client)
            asking.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def _in_background(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
