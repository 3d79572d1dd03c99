"""Files in and out: paths, bytes, open files and addresses."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from ._exchange import Download, Upload

#: A path, an address (`https://…`), bytes, or a file that is open for reading bytes.
Source = str | os.PathLike[str] | bytes | BinaryIO
#: A path, or a file that is open for writing bytes.
Target = str | os.PathLike[str] | BinaryIO


def is_address(source: Source) -> bool:
    return isinstance(source, str) and source.lower().startswith(("http://", "https://"))


@contextmanager
def opened(source: Source) -> Iterator[Upload]:
    """A file as an upload; one that the caller has opened stays open."""
    if isinstance(source, bytes | bytearray | memoryview):
        yield Upload("file", io.BytesIO(source), 0)
    elif isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield Upload(Path(source).name, file, 0)
    else:
        name = getattr(source, "name", "file")
        # As httpx does it: whole, whatever was read of it.
        start = source.seek(0) if source.seekable() else None
        yield Upload(Path(name).name if isinstance(name, str) else "file", source, start)


@contextmanager
def written(target: Target) -> Iterator[Download]:
    """Where to write to. A path has its file only when it is whole."""
    if not isinstance(target, str | os.PathLike):
        yield Download(target, target.tell() if target.seekable() else None)
        return
    path = Path(target)
    part = path.with_name(f".{path.name}.{uuid4().hex}.part")
    try:
        with open(part, "xb") as file:
            yield Download(file, 0)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
