"""Verifying deliveries, after the Standard Webhooks specification."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ._errors import InvalidSignatureError

if TYPE_CHECKING:
    from .types import Event

__all__ = ["InvalidSignatureError", "verify"]


def verify(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, tolerance: float = 300, now: float | None = None
) -> Event:
    """Tells whether a delivery is ours, and gives its event.

    Its `webhook-id` stays the same when it is delivered again.

    Args:
        body: as it came, before anything has parsed it.
        headers: of the request; upper and lower case are the same.
        secret: of the endpoint, `whsec_…`.
        tolerance: seconds that its timestamp may be away from now.
        now: Unix time in seconds; the clock's if absent.

    Raises:
        InvalidSignatureError: if it is not ours, was changed, or is too old or from the future.
        ValueError: if `secret` is not one.
    """
    given = {name.lower(): value for name, value in headers.items()}
    raw = body.encode() if isinstance(body, str) else body
    try:
        sent_id, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = (time.time() if now is None else now) - int(sent)
    except (KeyError, ValueError) as error:
        raise InvalidSignatureError("a header is missing or malformed") from error
    digest = hmac.new(_key_of(secret), f"{sent_id}.{sent}.".encode() + raw, hashlib.sha256).digest()
    ours = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(ours, each.encode()) for each in signatures.split(" ")):
        raise InvalidSignatureError("no signature matches")
    if abs(age) > tolerance:
        raise InvalidSignatureError("too old, or from the future")
    return cast("Event", json.loads(raw))


def _key_of(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("a webhook secret is whsec_ and base64") from error
