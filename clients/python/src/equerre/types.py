# Made by clients/python/generate from the contract's OpenAPI document; of its schemas, the sha256:
# c0a26238756674a26ce7db7aad07577899e622c1ded9b79a4b2418bc029491d3

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

ProblemCode: TypeAlias = Literal[
    "invalid_request",
    "unreadable_file",
    "too_many_pixels",
    "too_few_pixels",
    "too_many_pages",
    "encrypted_pdf",
    "wrong_password",
    "nothing_found",
    "batch_over",
    "address_refused",
    "address_unreachable",
    "address_status",
    "address_too_slow",
    "idempotency_mismatch",
    "upload_too_slow",
    "unauthenticated",
    "key_expired",
    "key_revoked",
    "credits_exhausted",
    "key_cap_reached",
    "forbidden",
    "scope_missing",
    "not_found",
    "method_not_allowed",
    "idempotency_in_flight",
    "expired",
    "file_too_large",
    "unsupported_type",
    "range_not_satisfiable",
    "rate_limited",
    "free_topup_used",
    "free_credits_exhausted",
    "internal",
    "unavailable",
]


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: ProblemCode
    request_id: str


class PagesRead(TypedDict):
    done: int
    total: int


class RunningJob(TypedDict):
    id: str
    ingestion_id: str
    step: Literal["ingest", "detect", "rectify", "read", "assemble"]
    state: Literal["queued", "running"]
    pages_read: NotRequired[PagesRead]


Point: TypeAlias = list[float]


Corners: TypeAlias = list[Point]


Status: TypeAlias = Literal["OK", "REVIEW_REQUIRED", "NOT_FOUND"]


Reason: TypeAlias = Literal[
    "blurred",
    "glare",
    "corner_outside",
    "busy_background",
    "low_contrast",
    "several_documents",
    "already_cropped",
    "low_confidence",
    "uncertain",
    "proportions",
    "curved",
    "no_document",
]


class RectifyOptions(TypedDict):
    relighting: NotRequired[bool]
    dpi: NotRequired[int]
    corners: NotRequired[Corners]
    page: NotRequired[int]
    document: NotRequired[int]
    format: NotRequired[Literal["png", "jpeg", "webp", "pdf"]]
    paper: NotRequired[Literal["auto", "a4", "a5", "letter", "legal", "id1", "none"]]
    filter: NotRequired[Literal["color", "gray", "bw"]]
    turn: NotRequired[Literal[0, 90, 180, 270]]
    flatten: NotRequired[Literal["auto", "off"]]
    text: NotRequired[bool]
    compression: NotRequired[Literal["auto", "jpeg", "lossless"]]
    standard: NotRequired[Literal["pdf", "pdfa-2b"]]
    max_bytes: NotRequired[int]


class RenderOptions(TypedDict):
    relighting: NotRequired[bool]
    format: NotRequired[Literal["png", "jpeg", "webp", "pdf"]]
    filter: NotRequired[Literal["color", "gray", "bw"]]
    turn: NotRequired[Literal[0, 90, 180, 270]]
    flatten: NotRequired[Literal["auto", "off"]]
    text: NotRequired[bool]
    compression: NotRequired[Literal["auto", "jpeg", "lossless"]]
    standard: NotRequired[Literal["pdf", "pdfa-2b"]]
    max_bytes: NotRequired[int]


class PageInfo(TypedDict):
    width: int
    height: int
    kind: Literal["photo", "scan", "digital"]
    focal: NotRequired[float]


class Artifacts(TypedDict):
    preview_path: str


class IngestReply(TypedDict):
    ingestion_id: str
    status: Status
    mime: str
    width: int
    height: int
    pages: list[PageInfo]
    name: str
    size: int
    expires_at: str
    artifacts: Artifacts


class DetectedFiles(TypedDict):
    viz_path: str
    mask_path: str
    thumb_path: str | None


class DetectedDocument(TypedDict):
    corners: Corners
    confidence: float
    status: Status
    reasons: list[Reason]


class Alternative(TypedDict):
    corners: Corners
    confidence: float


class DetectReply(TypedDict):
    ingestion_id: str
    page: int
    status: Status
    confidence: float
    mime: str
    corners: Corners
    reasons: list[Reason]
    alternatives: list[Alternative]
    documents: list[DetectedDocument]
    spread: bool
    artifacts: DetectedFiles


class MadeFiles(TypedDict):
    warped_path: str | None
    text_path: str | None
    plain_text_path: str | None
    screen_path: str | None
    thumb_path: str | None
    viz_path: str
    mask_path: str


class Reduced(TypedDict):
    jpeg_quality: int
    resolution: float


class Proportions(TypedDict):
    ratio: float
    uncertainty: float


class RectifyReply(TypedDict):
    id: str
    ingestion_id: str
    page: int
    document: int
    status: Status
    confidence: float
    reasons: list[Reason]
    dpi: float
    mime: str | None
    width: int | None
    height: int | None
    bytes: int | None
    standard: Literal["pdf", "pdfa-2b"] | None
    compression: Literal["auto", "jpeg", "lossless"] | None
    max_bytes_met: bool | None
    reduced: Reduced | None
    paper: str | None
    proportions: Proportions | None
    corners: Corners
    filter: Literal["color", "gray", "bw"]
    relighting: bool
    lighting: Literal["applied", "kept"] | None
    lighting_reason: Literal["not_asked", "card", "picture"] | None
    turn: Literal[0, 90, 180, 270]
    flatten: Literal["auto", "off"]
    flattened: bool | None
    bend: float | None
    text_reason: Literal["not_asked", "pending", "failed", "nothing_made"] | None
    capture_id: str | None
    artifacts: MadeFiles


class MadePage(TypedDict):
    rectify_id: str
    turn: NotRequired[Literal[0, 90, 180, 270]]
    name: NotRequired[str]


class UploadedPage(TypedDict):
    ingestion_id: str
    page: int
    turn: NotRequired[Literal[0, 90, 180, 270]]
    name: NotRequired[str]


class AssemblyOptions(TypedDict):
    title: NotRequired[str]
    text: NotRequired[bool]
    standard: NotRequired[Literal["pdf", "pdfa-2b"]]
    compression: NotRequired[Literal["auto", "jpeg", "lossless"]]
    max_bytes: NotRequired[int]
    page_size: NotRequired[Literal["as_is", "a4"]]
    layout: NotRequired[Literal["pages", "card"]]
    callback_url: NotRequired[str]


class Artifacts1(TypedDict):
    pdf_path: str


class AssemblyReply(TypedDict):
    id: str
    title: str
    page_count: int
    pages_with_text: int
    bytes: int
    standard: Literal["pdf", "pdfa-2b"]
    compression: Literal["auto", "jpeg", "lossless"]
    max_bytes_met: bool | None
    reduced: Reduced | None
    expires_at: str
    artifacts: Artifacts1


class BatchAddress(TypedDict):
    url: str
    password: NotRequired[str]
    page: NotRequired[int]
    group: NotRequired[str]
    reference: NotRequired[str]


class BatchFile(TypedDict):
    ingestion_id: str
    page: NotRequired[int]
    group: NotRequired[str]
    reference: NotRequired[str]


class BatchOptions(TypedDict):
    relighting: NotRequired[bool]
    dpi: NotRequired[int]
    format: NotRequired[Literal["png", "jpeg", "webp", "pdf"]]
    paper: NotRequired[Literal["auto", "a4", "a5", "letter", "legal", "id1", "none"]]
    filter: NotRequired[Literal["color", "gray", "bw"]]
    turn: NotRequired[Literal[0, 90, 180, 270]]
    flatten: NotRequired[Literal["auto", "off"]]
    text: NotRequired[bool]
    compression: NotRequired[Literal["auto", "jpeg", "lossless"]]
    standard: NotRequired[Literal["pdf", "pdfa-2b"]]
    max_bytes: NotRequired[int]


class BatchAssemblyOptions(TypedDict):
    text: NotRequired[bool]
    standard: NotRequired[Literal["pdf", "pdfa-2b"]]
    compression: NotRequired[Literal["auto", "jpeg", "lossless"]]
    max_bytes: NotRequired[int]
    page_size: NotRequired[Literal["as_is", "a4"]]


class ItemCounts(TypedDict):
    total: int
    waiting: int
    running: int
    done: int
    failed: int
    cancelled: int


class BatchAssembly(TypedDict):
    group: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    job_id: str | None
    code: ProblemCode | None
    artifacts: Artifacts1 | None


class Batch(TypedDict):
    id: str
    state: Literal["running", "finished", "cancelled"]
    created_at: str
    ends_by: str
    ended_at: str | None
    items: ItemCounts
    credits_charged: int
    assemblies: list[BatchAssembly]


class BatchResult(TypedDict):
    index: int
    reference: str | None
    group: str | None
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    ingestion_id: str | None
    job_id: str | None
    status: Status | None
    code: ProblemCode | None
    credits_charged: Literal[0, 1]
    result: RectifyReply | None


class BatchResults(TypedDict):
    items: list[BatchResult]
    next_cursor: int | None


class Document(TypedDict):
    document: int
    rectify: RectifyReply
    free_corrections: int
    free_renderings: int
    captured: list[Corners]


class Page(TypedDict):
    page: int
    detect: DetectReply | None
    rectify: RectifyReply | None
    free_corrections: int
    free_renderings: int
    documents: list[Document]


class Error(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: ProblemCode


class Item(TypedDict):
    id: str
    name: str
    size: int
    status: Literal["uploading", "ingested", "detecting", "detected", "rectifying", "done", "error"]
    created_at: str
    expires_at: str
    ingest: IngestReply | None
    pages: list[Page]
    jobs: list[RunningJob]
    error: Error | None


class Items(TypedDict):
    ingestions: list[Item]
    next_cursor: str | None


class File(TypedDict):
    name: str
    page: int


class Line(TypedDict):
    id: int
    at: str
    kind: Literal[
        "grant_guest", "free_topup", "purchase", "clawback", "release", "hold", "capture", "void", "move_out", "move_in"
    ]
    credits: int
    owed: int
    balance: int
    file: File | None


class CreditHistory(TypedDict):
    lines: list[Line]
    next_cursor: int | None
    owed: int


class Limit(TypedDict):
    name: str
    value: float
    unit: str
    label: str


class Own(TypedDict):
    tier: Literal["guest", "account", "paying"]
    requests_per_minute: int
    uploads_per_minute: int
    steps_in_flight: int


class Limits(TypedDict):
    limits: list[Limit]
    own: Own | None


class Word(TypedDict):
    text: str
    confidence: float
    corners: Corners


class Line1(TypedDict):
    text: str
    confidence: float
    corners: Corners
    words: list[Word]


class Block(TypedDict):
    corners: Corners
    lines: list[Line1]


class PageText(TypedDict):
    blocks: list[Block]


class StepEnded(TypedDict):
    job_id: str
    job_path: str
    ingestion_id: str
    page: int
    status: Status | None
    code: ProblemCode | Literal["cancelled"] | None
    credits_charged: int
    test: bool


class IngestionFinishedEvent(TypedDict):
    type: Literal["ingestion.finished"]
    timestamp: str
    data: StepEnded


class IngestionFailedEvent(TypedDict):
    type: Literal["ingestion.failed"]
    timestamp: str
    data: StepEnded


class DetectionFinishedEvent(TypedDict):
    type: Literal["detection.finished"]
    timestamp: str
    data: StepEnded


class DetectionFailedEvent(TypedDict):
    type: Literal["detection.failed"]
    timestamp: str
    data: StepEnded


class RectificationFinishedEvent(TypedDict):
    type: Literal["rectification.finished"]
    timestamp: str
    data: StepEnded


class RectificationFailedEvent(TypedDict):
    type: Literal["rectification.failed"]
    timestamp: str
    data: StepEnded


class AssemblyFinishedEvent(TypedDict):
    type: Literal["assembly.finished"]
    timestamp: str
    data: StepEnded


class AssemblyFailedEvent(TypedDict):
    type: Literal["assembly.failed"]
    timestamp: str
    data: StepEnded


class ReviewRequiredEvent(TypedDict):
    type: Literal["review.required"]
    timestamp: str
    data: StepEnded


class Data(TypedDict):
    batch_id: str
    batch_path: str
    state: Literal["running", "finished", "cancelled"]
    items: ItemCounts
    credits_charged: int
    test: bool


class BatchFinishedEvent(TypedDict):
    type: Literal["batch.finished"]
    timestamp: str
    data: Data


class BatchFailedEvent(TypedDict):
    type: Literal["batch.failed"]
    timestamp: str
    data: Data


class Data2(TypedDict):
    credits: int
    threshold: int


class CreditsLowEvent(TypedDict):
    type: Literal["credits.low"]
    timestamp: str
    data: Data2


class Data3(TypedDict):
    webhook_id: str


class WebhookTestEvent(TypedDict):
    type: Literal["webhook.test"]
    timestamp: str
    data: Data3


Event: TypeAlias = (
    IngestionFinishedEvent
    | IngestionFailedEvent
    | DetectionFinishedEvent
    | DetectionFailedEvent
    | RectificationFinishedEvent
    | RectificationFailedEvent
    | AssemblyFinishedEvent
    | AssemblyFailedEvent
    | ReviewRequiredEvent
    | BatchFinishedEvent
    | BatchFailedEvent
    | CreditsLowEvent
    | WebhookTestEvent
)
