"""One request and its reply, tried again where that charges nothing twice; without saying how bytes travel.

A call is a generator: it yields what is to be sent or waited for, gets the reply, and returns its result. The clients
only differ in how they carry this out.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

import httpx

from ._errors import NoAnswerError, ProblemError, StillRunningError

if TYPE_CHECKING:
    from .types import RunningJob

T = TypeVar("T")

_longest_pause = 60.0
_service_waits = 25


@dataclass(frozen=True)
class Upload:
    """A file to send. One that cannot be read again cannot be sent again."""

    name: str
    file: BinaryIO
    start: int | None


@dataclass(frozen=True)
class Download:
    """Where to write a file to. What cannot be written again is not fetched again."""

    file: BinaryIO
    start: int | None


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, str | int] = field(default_factory=dict)
    json: object = None
    form: Mapping[str, str] | None = None
    upload: Upload | None = None
    #: Where the reply goes, instead of into memory.
    download: Download | None = None

    @property
    def repeatable(self) -> bool:
        """Whether sending it twice does what sending it once does."""
        return (self.method in ("GET", "DELETE") or "Idempotency-Key" in self.headers) and self.rewindable

    @property
    def rewindable(self) -> bool:
        return all(stream is None or stream.start is not None for stream in (self.upload, self.download))

    def rewind(self) -> None:
        if self.upload is not None and self.upload.start is not None:
            self.upload.file.seek(self.upload.start)
        if self.download is not None and self.download.start is not None:
            self.download.file.seek(self.download.start)
            self.download.file.truncate()


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def retry_after(self) -> float | None:
        """Seconds; the service always says it so."""
        try:
            return float(self.headers["Retry-After"])
        except (KeyError, ValueError):
            return None

    def number(self, name: str) -> int | None:
        text = self.headers.get(name)
        return None if text is None else int(text)


Flow = Generator["Request | Pause", "Reply | None", T]


@dataclass(frozen=True)
class Patience:
    """How often to try again, and for how many seconds to wait for a job."""

    max_retries: int
    max_wait: float


def exchange(request: Request, patience: Patience) -> Flow[Reply]:
    """Sends a request until there is an answer worth having.

    Raises:
        ProblemError: for a refusal that will stay one, or that says to come back in more than a minute.
        NoAnswerError: if there is none.
    """
    for tried in range(patience.max_retries + 1):
        is_last = tried == patience.max_retries
        pause = random.uniform(0.5, 1) * min(2**tried, 10)
        try:
            reply = cast("Reply", (yield request))
        except httpx.TransportError as error:
            if is_last or not request.repeatable:
                raise NoAnswerError(f"{type(error).__name__}: {error}") from error
        else:
            if reply.status < 400:
                return reply
            problem = ProblemError.of(reply)
            if is_last or not _may_pass(problem, request):
                raise problem
            pause = pause if problem.retry_after is None else problem.retry_after
        yield Pause(pause)
        request.rewind()
    raise AssertionError("the last try returns or raises")


def _may_pass(problem: ProblemError, request: Request) -> bool:
    """What was refused at the door has not been done, so sending it again is safe, if the file can be read again."""
    if (problem.retry_after or 0) > _longest_pause:
        return False
    return request.rewindable if problem.status == 429 else problem.status == 503 and request.repeatable


def settle(reply: Reply, patience: Patience) -> Flow[Reply]:
    """Waits for the job that a 202 has accepted, as the service says: its result as if the first reply had brought it.

    Raises:
        StillRunningError: if it takes longer than `max_wait`.
        ProblemError: that it ended with.
    """
    end = time.monotonic() + patience.max_wait
    while reply.status == 202:
        pause = 1.0 if reply.retry_after is None else reply.retry_after
        left = end - time.monotonic()
        if left < pause:
            raise StillRunningError(cast("RunningJob", reply.json()))
        yield Pause(pause)
        prefer = {"Prefer": f"wait={int(min(_service_waits, max(left - pause, 0)))}"}
        reply = yield from exchange(Request("GET", reply.headers["Location"], prefer), patience)
    return reply
