"""The two clients: how the requests of a call travel."""

from __future__ import annotations

import asyncio
import functools
import os
import platform
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

import httpx

from . import _batches, _calls
from ._exchange import Flow, Patience, Pause, Reply, Request
from ._version import __version__

if TYPE_CHECKING:
    from typing_extensions import Self

P = ParamSpec("P")
T = TypeVar("T")
H = TypeVar("H", httpx.Client, httpx.AsyncClient)

_user_agent = f"equerre-python/{__version__} httpx/{httpx.__version__} python/{platform.python_version()}"


class _Client(Generic[H]):
    """What both clients know, and how a request is written. The key is sent to the service and to nobody else.

    Args:
        api_key: `EQUERRE_API_KEY` if absent.
        base_url: the service's address, such as `https://equerre.example`; `EQUERRE_URL` if absent.
        timeout: seconds for which a request may be silent. The service answers a step within 25 s.
        max_retries: how often to try again what was refused for now or not answered. Nothing is charged twice.
        max_wait: seconds to wait for a job in all, then `StillRunningError`.
        language: `fr` or `en`, of what problems say.
        http_client: of httpx, with settings of your own; it is not closed.
    """

    def __init__(  # noqa: PLR0913 each is a setting
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 60,
        max_retries: int = 3,
        max_wait: float = 1_200,
        language: str | None = None,
        http_client: H | None = None,
    ) -> None:
        key = os.environ.get("EQUERRE_API_KEY") if api_key is None else api_key
        url = os.environ.get("EQUERRE_URL") if base_url is None else base_url
        if not key:
            raise ValueError("no key: pass api_key, or set EQUERRE_API_KEY")
        if not url:
            raise ValueError("no address of the service: pass base_url, or set EQUERRE_URL")
        self._key = key
        self._base = httpx.URL(url.rstrip("/") + "/")
        self._timeout = timeout
        self._patience = Patience(max_retries, max_wait)
        self._headers = {"User-Agent": _user_agent, **({"Accept-Language": language} if language else {})}
        self._owns = http_client is None
        self._http: H = http_client or self._open()

    def _open(self) -> H:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._base)!r})"

    def _arguments(self, request: Request) -> dict[str, Any]:
        """For `build_request` of either of httpx's clients."""
        url = self._base.join(request.path)
        is_ours = (url.scheme, url.host, url.port) == (self._base.scheme, self._base.host, self._base.port)
        upload = request.upload
        return {
            "method": request.method,
            "url": url,
            "headers": {**self._headers, **({"X-API-Key": self._key} if is_ours else {}), **request.headers},
            "timeout": self._timeout,
            **({"params": request.params} if request.params else {}),
            **({"json": request.json} if request.json is not None else {}),
            **({"data": request.form} if request.form else {}),
            **({"files": {"file": (upload.name, upload.file)}} if upload else {}),
        }


def _sync(call: Callable[Concatenate[Patience, P], Flow[T]]) -> Callable[Concatenate[Equerre, P], T]:
    @functools.wraps(call)
    def method(self: Equerre, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(call(self._patience, *args, **kwargs))

    return method


class Equerre(_Client[httpx.Client]):
    __doc__ = f"The Équerre API. To be closed, or used in a `with`; threads may share it.\n{_Client.__doc__}"

    straighten = _sync(_calls.straighten)
    ingest = _sync(_calls.ingest)
    detect = _sync(_calls.detect)
    rectify = _sync(_calls.rectify)
    render = _sync(_calls.render)
    read_text = _sync(_calls.read_text)
    read_plain_text = _sync(_calls.read_plain_text)
    assemble = _sync(_calls.assemble)
    assembly = _sync(_calls.assembly)
    download = _sync(_calls.download)
    save = _sync(_calls.save)
    job = _sync(_calls.job)
    wait = _sync(_calls.wait)
    ingestions = _sync(_calls.ingestions)
    ingestion = _sync(_calls.ingestion)
    delete = _sync(_calls.delete)
    create_batch = _sync(_batches.create_batch)
    batch = _sync(_batches.batch)
    wait_for_batch = _sync(_batches.wait_for_batch)
    batch_results = _sync(_batches.batch_results)
    save_batch = _sync(_batches.save_batch)
    cancel_batch = _sync(_batches.cancel_batch)
    credits = _sync(_calls.credits_left)
    credit_history = _sync(_calls.credit_history)
    limits = _sync(_calls.limits)

    def _open(self) -> httpx.Client:
        return httpx.Client()

    def _run(self, flow: Flow[T]) -> T:
        try:
            wanted = next(flow)
            while True:
                if isinstance(wanted, Pause):
                    time.sleep(wanted.seconds)
                    wanted = next(flow)
                    continue
                try:
                    reply = self._send(wanted)
                except httpx.TransportError as error:
                    wanted = flow.throw(error)
                else:
                    wanted = flow.send(reply)
        except StopIteration as done:
            return cast("T", done.value)
        finally:
            flow.close()

    def _send(self, request: Request) -> Reply:
        response = self._http.send(self._http.build_request(**self._arguments(request)), stream=True)
        try:
            if request.download and response.status_code == httpx.codes.OK:
                for chunk in response.iter_bytes():
                    request.download.file.write(chunk)
                return Reply(response.status_code, response.headers, b"")
            return Reply(response.status_code, response.headers, response.read())
        finally:
            response.close()

    def close(self) -> None:
        if self._owns:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _async(
    call: Callable[Concatenate[Patience, P], Flow[T]],
) -> Callable[Concatenate[AsyncEquerre, P], Coroutine[Any, Any, T]]:
    @functools.wraps(call)
    async def method(self: AsyncEquerre, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(call(self._patience, *args, **kwargs))

    return method


class AsyncEquerre(_Client[httpx.AsyncClient]):
    __doc__ = f"The Équerre API, for asyncio. To be closed, or used in an `async with`.\n{_Client.__doc__}"

    straighten = _async(_calls.straighten)
    ingest = _async(_calls.ingest)
    detect = _async(_calls.detect)
    rectify = _async(_calls.rectify)
    render = _async(_calls.render)
    read_text = _async(_calls.read_text)
    read_plain_text = _async(_calls.read_plain_text)
    assemble = _async(_calls.assemble)
    assembly = _async(_calls.assembly)
    download = _async(_calls.download)
    save = _async(_calls.save)
    job = _async(_calls.job)
    wait = _async(_calls.wait)
    ingestions = _async(_calls.ingestions)
    ingestion = _async(_calls.ingestion)
    delete = _async(_calls.delete)
    create_batch = _async(_batches.create_batch)
    batch = _async(_batches.batch)
    wait_for_batch = _async(_batches.wait_for_batch)
    batch_results = _async(_batches.batch_results)
    save_batch = _async(_batches.save_batch)
    cancel_batch = _async(_batches.cancel_batch)
    credits = _async(_calls.credits_left)
    credit_history = _async(_calls.credit_history)
    limits = _async(_calls.limits)

    def _open(self) -> httpx.AsyncClient:
        return httpx.AsyncClient()

    async def _run(self, flow: Flow[T]) -> T:
        try:
            wanted = next(flow)
            while True:
                if isinstance(wanted, Pause):
                    await asyncio.sleep(wanted.seconds)
                    wanted = next(flow)
                    continue
                try:
                    reply = await self._send(wanted)
                except httpx.TransportError as error:
                    wanted = flow.throw(error)
                else:
                    wanted = flow.send(reply)
        except StopIteration as done:
            return cast("T", done.value)
        finally:
            flow.close()

    async def _send(self, request: Request) -> Reply:
        response = await self._http.send(self._http.build_request(**self._arguments(request)), stream=True)
        try:
            if request.download and response.status_code == httpx.codes.OK:
                async for chunk in response.aiter_bytes():
                    request.download.file.write(chunk)
                return Reply(response.status_code, response.headers, b"")
            return Reply(response.status_code, response.headers, await response.aread())
        finally:
            await response.aclose()

    async def close(self) -> None:
        if self._owns:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
