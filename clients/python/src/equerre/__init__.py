"""Crop and straighten photographed documents with the Équerre API."""

from . import types, webhooks
from ._calls import Page
from ._client import AsyncEquerre, Equerre
from ._errors import EquerreError, InvalidSignatureError, NoAnswerError, ProblemError, StillRunningError
from ._files import Source, Target
from ._version import __version__

__all__ = [
    "AsyncEquerre",
    "Equerre",
    "EquerreError",
    "InvalidSignatureError",
    "NoAnswerError",
    "Page",
    "ProblemError",
    "Source",
    "StillRunningError",
    "Target",
    "__version__",
    "types",
    "webhooks",
]
