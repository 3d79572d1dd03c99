"""Calls of batches, as those in `_calls`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from ._calls import _api, _given, _once
from ._exchange import Flow, Patience, Pause, Request, exchange
from ._files import Target, written

if TYPE_CHECKING:
    from .types import Batch, BatchAddress, BatchAssemblyOptions, BatchFile, BatchOptions, BatchResult, BatchResults

_longest_pause = 10.0


def create_batch(  # noqa: PLR0913 each is an option of the call
    patience: Patience,
    items: Iterable[BatchAddress | BatchFile],
    *,
    options: BatchOptions | None = None,
    assembly: BatchAssemblyOptions | None = None,
    callback_url: str | None = None,
    idempotency_key: str | None = None,
) -> Flow[Batch]:
    """Has up to 1,000 pages straightened, as soon as the service has time, for 1 credit per page made. For accounts.

    Args:
        items: a page each, by `url`, or by `ingestion_id` of a file that was sent; with a `group` and a `reference`.
        options: for all of them, as of `rectify`.
        assembly: makes one PDF of each `group`, in the order of the items; `{}` as it is by default.
        callback_url: is told when the batch has ended.
        idempotency_key: as in `straighten`.
    """
    body = _given(items=list(items), options=options, assembly=assembly, callback_url=callback_url)
    request = Request("POST", f"{_api}/batches", _once(idempotency_key), json=body)
    return cast("Batch", (yield from exchange(request, patience)).json())


def batch(patience: Patience, batch_id: str) -> Flow[Batch]:
    """How far a batch is."""
    return cast("Batch", (yield from exchange(Request("GET", f"{_api}/batches/{batch_id}"), patience)).json())


def wait_for_batch(
    patience: Patience, batch_id: str, *, on_progress: Callable[[Batch], object] | None = None
) -> Flow[Batch]:
    """A batch once its last item and its last PDF have ended, however long it takes; also after `cancel_batch`.

    Args:
        on_progress: is told how far it is, whenever it was asked for.
    """
    pause = 1.0
    while True:
        reply = yield from exchange(Request("GET", f"{_api}/batches/{batch_id}"), patience)
        now = cast("Batch", reply.json())
        if on_progress is not None:
            on_progress(now)
        if now["ended_at"] is not None:
            return now
        yield Pause(pause if reply.retry_after is None else reply.retry_after)
        pause = min(1.5 * pause, _longest_pause)


def batch_results(patience: Patience, batch_id: str, *, sign_for: int | None = None) -> Flow[list[BatchResult]]:
    """What became of each item, in their order; `result` is a reply of `rectify`. `sign_for` as in `straighten`."""
    found: list[BatchResult] = []
    cursor: int | None = None
    while True:
        params = _given(cursor=cursor, sign_for=sign_for)
        reply = yield from exchange(Request("GET", f"{_api}/batches/{batch_id}/results", params=params), patience)
        portion = cast("BatchResults", reply.json())
        found += portion["items"]
        cursor = portion["next_cursor"]
        if cursor is None:
            return found


def save_batch(patience: Patience, batch_id: str, to: Target) -> Flow[None]:
    """Writes the pages made and the PDFs of the groups to a path or into an open file, as a zip."""
    with written(to) as download:
        headers = {"Accept": "application/zip"}
        yield from exchange(Request("GET", f"{_api}/batches/{batch_id}/results", headers, download=download), patience)


def cancel_batch(patience: Patience, batch_id: str) -> Flow[Batch]:
    """Cancels the items that nobody has begun to straighten; the others end as they would: see `wait_for_batch`."""
    return cast("Batch", (yield from exchange(Request("DELETE", f"{_api}/batches/{batch_id}"), patience)).json())
