"""Every call of the API: what it sends, and what it makes of the reply. The two clients have them as methods."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from ._exchange import Flow, Patience, Reply, Request, exchange, settle
from ._files import Source, Target, is_address, opened, written

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .types import (
        AssemblyOptions,
        AssemblyReply,
        CreditHistory,
        DetectReply,
        IngestReply,
        Item,
        Items,
        Limits,
        MadePage,
        PageText,
        RectifyOptions,
        RectifyReply,
        RenderOptions,
        RunningJob,
        UploadedPage,
    )

    StepReply = IngestReply | DetectReply | RectifyReply | AssemblyReply

_api = "/api/v1/detourage"


@dataclass(frozen=True)
class Page:
    """A page that was straightened, and what that has cost."""

    reply: RectifyReply
    #: 1, or 0 when nothing was made or it was free; None where the service does not say.
    credits_charged: int | None
    credits_remaining: int | None

    @property
    def made(self) -> bool:
        """Whether there is a page: not where no document was found, or only doubtful ones, which costs nothing."""
        return self.path is not None

    @property
    def path(self) -> str | None:
        """The address of its file, for `download`."""
        return self.reply["artifacts"]["warped_path"]

    @property
    def id(self) -> str:
        return self.reply["id"]

    @property
    def ingestion_id(self) -> str:
        return self.reply["ingestion_id"]

    @property
    def status(self) -> str:
        """`OK`, `REVIEW_REQUIRED` or `NOT_FOUND`."""
        return self.reply["status"]

    @property
    def confidence(self) -> float:
        return self.reply["confidence"]


def straighten(  # noqa: PLR0913 each is an option of the call
    patience: Patience,
    source: Source,
    *,
    to: Target | None = None,
    password: str | None = None,
    callback_url: str | None = None,
    sign_for: int | None = None,
    idempotency_key: str | None = None,
    **options: Unpack[RectifyOptions],
) -> Flow[Page]:
    """A file in, its straightened page out: upload, detection and straightening in one call, for 1 credit.

    Args:
        source: a path, an address (`https://…`, accounts only), bytes, or an open file, which is sent whole.
        to: where to write the page, if one was made (`Page.made`): a path or an open file.
        password: of a protected PDF.
        callback_url: is told when this has ended.
        sign_for: seconds for which the addresses in the reply can be read without a key.
        idempotency_key: two calls with the same key are one; chosen if absent, so that a lost reply costs nothing.
        **options: `page`, `dpi`, `format`, `paper`, `filter`, `corners`, `turn`, `text`, …: see `RectifyOptions`.
    """
    fields = _given(password=password, callback_url=callback_url, options=json.dumps(options) if options else None)
    headers = _once(idempotency_key)
    reply = yield from _send_file(patience, (_api, source, fields), headers=headers, params=_given(sign_for=sign_for))
    page = _page(reply)
    if to is not None and page.path is not None:
        yield from _save(patience, page.path, to)
    return page


def ingest(  # noqa: PLR0913 each is an option of the call
    patience: Patience,
    source: Source,
    *,
    password: str | None = None,
    callback_url: str | None = None,
    sign_for: int | None = None,
    idempotency_key: str | None = None,
) -> Flow[IngestReply]:
    """Sends a file, for `detect` and `rectify`. Free. Arguments as in `straighten`."""
    fields = _given(password=password, callback_url=callback_url)
    headers = _once(idempotency_key)
    target = (f"{_api}/ingest", source, fields)
    reply = yield from _send_file(patience, target, headers=headers, params=_given(sign_for=sign_for))
    return cast("IngestReply", reply.json())


def detect(  # noqa: PLR0913 each is an option of the call
    patience: Patience,
    ingestion_id: str,
    *,
    page: int | None = None,
    callback_url: str | None = None,
    sign_for: int | None = None,
    idempotency_key: str | None = None,
) -> Flow[DetectReply]:
    """Finds the documents on a page of a file, and their corners. Free."""
    body = _given(ingestion_id=ingestion_id, page=page, callback_url=callback_url)
    headers = _once(idempotency_key)
    reply = yield from _step(Request("POST", f"{_api}/detect", headers, _given(sign_for=sign_for), json=body), patience)
    return cast("DetectReply", reply.json())


def rectify(
    patience: Patience,
    ingestion_id: str,
    *,
    callback_url: str | None = None,
    sign_for: int | None = None,
    idempotency_key: str | None = None,
    **options: Unpack[RectifyOptions],
) -> Flow[Page]:
    """Straightens a page of a file, for 1 credit. New `corners` for it are free up to a limit. See `RectifyOptions`."""
    body = _given(ingestion_id=ingestion_id, callback_url=callback_url, options=options or None)
    return (yield from _rectified(patience, body, headers=_once(idempotency_key), params=_given(sign_for=sign_for)))


def render(
    patience: Patience,
    page: Page | RectifyReply,
    *,
    callback_url: str | None = None,
    sign_for: int | None = None,
    idempotency_key: str | None = None,
    **options: Unpack[RenderOptions],
) -> Flow[Page]:
    """Renders a paid page again, in another format or filter, turned, or with its text: free up to a limit."""
    reply = _reply_of(page)
    # A page that was free is a rendering or a correction of one that was paid.
    asked = {"render_of": reply["capture_id"] or reply["id"], **options}
    body = _given(ingestion_id=reply["ingestion_id"], callback_url=callback_url, options=asked)
    return (yield from _rectified(patience, body, headers=_once(idempotency_key), params=_given(sign_for=sign_for)))


def read_text(patience: Patience, page: Page | RectifyReply) -> Flow[PageText]:
    """The text of a page, block after block in reading order, and where each word stands. In the page's credit."""
    artifacts = yield from _read(patience, page)
    reply = yield from exchange(Request("GET", cast("str", artifacts["text_path"])), patience)
    return cast("PageText", reply.json())


def read_plain_text(patience: Patience, page: Page | RectifyReply) -> Flow[str]:
    """The text of a page, without places. In the page's credit."""
    artifacts = yield from _read(patience, page)
    reply = yield from exchange(Request("GET", cast("str", artifacts["plain_text_path"])), patience)
    return reply.content.decode()


def assemble(
    patience: Patience,
    pages: Iterable[Page | MadePage | UploadedPage],
    *,
    to: Target | None = None,
    sign_for: int | None = None,
    idempotency_key: str | None = None,
    **options: Unpack[AssemblyOptions],
) -> Flow[AssemblyReply]:
    """Finished pages, and pages of PDFs as they are, as one PDF with searchable text. Free. See `AssemblyOptions`."""
    body = {"pages": [{"rectify_id": each.id} if isinstance(each, Page) else each for each in pages], **options}
    headers = _once(idempotency_key)
    request = Request("POST", f"{_api}/assemblies", headers, _given(sign_for=sign_for), json=body)
    reply = cast("AssemblyReply", (yield from _step(request, patience)).json())
    if to is not None:
        yield from _save(patience, reply["artifacts"]["pdf_path"], to)
    return reply


def download(patience: Patience, path: str) -> Flow[bytes]:
    """The bytes of a result. `save` writes large ones without holding them in memory.

    Args:
        path: one of the reply's `artifacts`.
    """
    return (yield from exchange(Request("GET", path), patience)).content


def save(patience: Patience, path: str, to: Target) -> Flow[None]:
    """Writes a result to a path, which has the file only when it is whole, or into an open file."""
    yield from _save(patience, path, to)


def job(patience: Patience, job_id: str) -> Flow[RunningJob | StepReply]:
    """What has become of a step: its reply, or a `RunningJob` while it goes on."""
    reply = yield from exchange(Request("GET", f"{_api}/jobs/{job_id}", {"Prefer": "wait=0"}), patience)
    return cast("RunningJob", reply.json())


def wait(patience: Patience, job_id: str) -> Flow[StepReply]:
    """The reply of a step, once it has ended."""
    reply = yield from _step(Request("GET", f"{_api}/jobs/{job_id}"), patience)
    return cast("RectifyReply", reply.json())


def assembly(patience: Patience, assembly_id: str) -> Flow[AssemblyReply]:
    """An assembly, once it has ended."""
    reply = yield from _step(Request("GET", f"{_api}/assemblies/{assembly_id}"), patience)
    return cast("AssemblyReply", reply.json())


def ingestions(patience: Patience, *, limit: int | None = None, cursor: str | None = None) -> Flow[Items]:
    """The files that were sent, newest first; `next_cursor` is the `cursor` of the next portion."""
    request = Request("GET", f"{_api}/ingestions", params=_given(limit=limit, cursor=cursor))
    return cast("Items", (yield from exchange(request, patience)).json())


def ingestion(patience: Patience, ingestion_id: str) -> Flow[Item]:
    """A file that was sent, and everything made from it."""
    reply = yield from exchange(Request("GET", f"{_api}/ingestions/{ingestion_id}"), patience)
    return cast("Item", reply.json())


def delete(patience: Patience, ingestion_id: str) -> Flow[None]:
    """Erases a file at once, with everything made from it."""
    yield from exchange(Request("DELETE", f"{_api}/ingestions/{ingestion_id}"), patience)


def credits_left(patience: Patience) -> Flow[int]:
    """How many credits are left."""
    reply = yield from exchange(Request("GET", "/api/credits/me"), patience)
    return cast("int", reply.json()["credits"])


def credit_history(patience: Patience, *, limit: int | None = None, cursor: int | None = None) -> Flow[CreditHistory]:
    """The movements of credits, newest first; `next_cursor` is the `cursor` of the next portion."""
    request = Request("GET", "/api/credits/history", params=_given(limit=limit, cursor=cursor))
    return cast("CreditHistory", (yield from exchange(request, patience)).json())


def limits(patience: Patience) -> Flow[Limits]:
    """Every limit of the service, and the caller's own."""
    return cast("Limits", (yield from exchange(Request("GET", "/api/v1/limits"), patience)).json())


# What they have in common


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _once(idempotency_key: str | None) -> dict[str, str]:
    return {"Idempotency-Key": str(uuid4()) if idempotency_key is None else idempotency_key}


def _step(request: Request, patience: Patience) -> Flow[Reply]:
    return (yield from settle((yield from exchange(request, patience)), patience))


def _send_file(
    patience: Patience,
    to: tuple[str, Source, dict[str, str]],
    *,
    headers: Mapping[str, str],
    params: Mapping[str, int],
) -> Flow[Reply]:
    path, source, fields = to
    if is_address(source):
        return (yield from _step(Request("POST", path, headers, params, json={"url": source, **fields}), patience))
    with opened(source) as upload:
        return (yield from _step(Request("POST", path, headers, params, form=fields, upload=upload), patience))


def _rectified(
    patience: Patience, body: object, *, headers: Mapping[str, str], params: Mapping[str, int]
) -> Flow[Page]:
    return _page((yield from _step(Request("POST", f"{_api}/rectify", headers, params, json=body), patience)))


def _page(reply: Reply) -> Page:
    charged, remaining = (reply.number(f"X-Credits-{name}") for name in ("Charged", "Remaining"))
    return Page(cast("RectifyReply", reply.json()), charged, remaining)


def _reply_of(page: Page | RectifyReply) -> RectifyReply:
    return page.reply if isinstance(page, Page) else page


def _read(patience: Patience, page: Page | RectifyReply) -> Flow[Mapping[str, str | None]]:
    artifacts = _reply_of(page)["artifacts"]
    if artifacts["text_path"] is None:
        artifacts = (yield from render(patience, page, text=True)).reply["artifacts"]
    return cast("Mapping[str, str | None]", artifacts)


def _save(patience: Patience, path: str, to: Target) -> Flow[None]:
    with ExitStack() as stack:
        yield from exchange(Request("GET", path, download=stack.enter_context(written(to))), patience)
