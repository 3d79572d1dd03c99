"""What goes wrong, as exceptions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._exchange import Reply
    from .types import RunningJob


class EquerreError(Exception):
    """Everything that this package raises on its own."""


class ProblemError(EquerreError):
    """A refusal of the service (RFC 9457). It has cost nothing.

    Attributes:
        status: the HTTP status.
        code: what it is, for programs: a `types.ProblemCode`, or "unknown" when something in between has answered.
        detail: what it is, for people, in the client's language.
        request_id: what to tell the operator.
        retry_after: seconds until a retry makes sense, or None.
    """

    def __init__(self, status: int, body: dict[str, object], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.title = str(body.get("title", ""))
        self.detail = str(body.get("detail", f"HTTP {status}"))
        self.request_id = str(body.get("request_id", ""))
        self.retry_after = retry_after
        super().__init__(f"{self.detail} [{status} {self.code}]")

    @classmethod
    def of(cls, reply: Reply) -> ProblemError:
        try:
            body = json.loads(reply.content)
        except ValueError:
            body = {}
        return cls(reply.status, body if isinstance(body, dict) else {}, reply.retry_after)


class NoAnswerError(EquerreError):
    """The service cannot be reached, or has not answered in time. The cause is httpx's exception."""


class StillRunningError(EquerreError):
    """A job has not ended within `max_wait` seconds. It goes on: `wait(error.job["id"])` waits for it again.

    Attributes:
        job: what it was last seen to do.
    """

    def __init__(self, job: RunningJob) -> None:
        self.job = job
        super().__init__(f"job {job['id']} is still {job['state']}")


class InvalidSignatureError(EquerreError):
    """A delivery that is not ours, was changed, or is too old or from the future."""
