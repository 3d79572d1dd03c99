"""Against a running service, whose address and keys are in the environment: see product.test.ts."""

from __future__ import annotations

import asyncio
import functools
import io
import os
import tempfile
import threading
import unittest
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
from doors import LOST, Door, refusal
from equerre import AsyncEquerre, Equerre, NoAnswerError, ProblemError, StillRunningError
from equerre.types import Batch, BatchAddress, BatchFile, CreditHistory

photo = Path(os.environ["PHOTO"])
nothing = Path(os.environ["NOTHING"])
receipt = Path(os.environ["RECEIPT"])
url = os.environ["EQUERRE_URL"]
png = b"\x89PNG"
later = {"Prefer": "respond-async"}


def charges(history: CreditHistory) -> int:
    return sum(line["kind"] == "capture" for line in history["lines"])


def small(result: bytes) -> bytes:
    return result[:4]


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Sync(unittest.TestCase):
    def setUp(self) -> None:
        self.equerre = Equerre()
        self.addCleanup(self.equerre.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_photo_in_page_out_credits_left(self) -> None:
        before = self.equerre.credits()
        page = self.equerre.straighten(photo, to=self.folder / "page.png")
        self.assertEqual(small((self.folder / "page.png").read_bytes()), png)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["page.png"])
        self.assertEqual((page.made, page.status, page.credits_charged), (True, "OK", 1))
        self.assertEqual(page.credits_remaining, before - 1)
        self.assertEqual(self.equerre.credits(), before - 1)
        self.assertEqual(self.equerre.credit_history(limit=1)["lines"][0]["balance"], before - 1)

    def test_three_calls_and_what_follows_them(self) -> None:
        with photo.open("rb") as file:
            sent = self.equerre.ingest(file)
        found = self.equerre.detect(sent["ingestion_id"], page=1)
        page = self.equerre.rectify(sent["ingestion_id"], corners=found["corners"], format="jpeg", dpi=100)
        gray = self.equerre.render(page, filter="gray", format="png")
        self.assertEqual((page.credits_charged, gray.credits_charged, gray.reply["filter"]), (1, 0, "gray"))
        assert gray.path is not None
        self.assertEqual(small(self.equerre.download(gray.path)), png)
        written = io.BytesIO(b"before")
        written.seek(6)
        self.equerre.save(gray.path, written)
        self.assertEqual(written.getvalue()[:10], b"before" + png)
        self.assertEqual(self.equerre.job(page.id), page.reply)
        self.assertEqual(self.equerre.wait(page.id), page.reply)
        pdf = self.folder / "dossier.pdf"
        dossier = self.equerre.assemble([page, {"rectify_id": gray.id, "turn": 90}], to=pdf, title="Dossier")
        self.assertEqual((dossier["page_count"], small(pdf.read_bytes())), (2, b"%PDF"))
        self.assertEqual(self.equerre.assembly(dossier["id"]), dossier)
        self.assertIn(sent["ingestion_id"], [item["id"] for item in self.equerre.ingestions()["ingestions"]])
        self.assertEqual(self.equerre.ingestion(sent["ingestion_id"])["name"], photo.name)
        self.equerre.delete(sent["ingestion_id"])
        with self.assertRaises(ProblemError) as caught:
            self.equerre.ingestion(sent["ingestion_id"])
        self.assertIn(caught.exception.code, ("expired", "not_found"))

    def test_a_page_is_read(self) -> None:
        page = self.equerre.straighten(receipt, paper="none", dpi=200)
        lines = [line["text"] for block in self.equerre.read_text(page)["blocks"] for line in block["lines"]]
        self.assertGreater(len(lines), 3)
        read_too = self.equerre.render(page, text=True, format="pdf")
        self.assertIn(lines[0], self.equerre.read_plain_text(read_too))

    def test_what_an_address_names(self) -> None:
        handler = functools.partial(Silent, directory=str(photo.parent))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            page = self.equerre.straighten(f"http://127.0.0.1:{server.server_port}/{photo.name}", dpi=72)
            server.shutdown()
        self.assertEqual((page.made, page.credits_charged), (True, 1))
        with self.assertRaisesRegex(ProblemError, "address_refused"):
            self.equerre.straighten("http://10.0.0.1/photo.jpg")

    def test_many_at_once(self) -> None:
        before = self.equerre.credits()
        items: list[BatchAddress | BatchFile] = []
        seen: list[Batch] = []
        handler = functools.partial(Silent, directory=str(photo.parent))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            there = f"http://127.0.0.1:{server.server_port}"
            items.append({"url": f"{there}/{photo.name}", "reference": "A-1"})
            items.append({"url": f"{there}/missing.jpg", "group": "Dossier"})
            items.append({"ingestion_id": self.equerre.ingest(photo)["ingestion_id"], "group": "Dossier"})
            # The answer is lost: asked for again, it is the same batch.
            with Door(url, [LOST]) as door, Equerre(base_url=door.url) as equerre:
                begun = equerre.create_batch(items, options={"dpi": 72}, assembly={"text": False})
            ended = self.equerre.wait_for_batch(begun["id"], on_progress=seen.append)
            server.shutdown()
        self.assertEqual((seen[-1], self.equerre.batch(ended["id"])), (ended, ended))
        self.assertEqual((ended["state"], ended["items"]["done"], ended["items"]["failed"]), ("finished", 2, 1))
        self.assertEqual([(each["group"], each["state"]) for each in ended["assemblies"]], [("Dossier", "done")])
        self.assertEqual((ended["credits_charged"], self.equerre.credits()), (2, before - 2))
        results = self.equerre.batch_results(ended["id"])
        told = [(each["reference"], each["code"], each["credits_charged"]) for each in results]
        self.assertEqual(told, [("A-1", None, 1), (None, "address_status", 0), (None, None, 1)])
        assert results[2]["result"] is not None and results[2]["result"]["artifacts"]["warped_path"] is not None
        self.assertEqual(small(self.equerre.download(results[2]["result"]["artifacts"]["warped_path"])), png)
        self.equerre.save_batch(ended["id"], self.folder / "batch.zip")
        with zipfile.ZipFile(self.folder / "batch.zip") as zipped:
            self.assertEqual(len(zipped.namelist()), 3)

    def test_what_takes_long_is_polled(self) -> None:
        with httpx.Client(headers=later) as http:
            page = Equerre(http_client=http).straighten(photo.read_bytes(), dpi=72)
            self.assertEqual((page.made, page.credits_charged), (True, 1))
            with self.assertRaises(StillRunningError) as caught:
                Equerre(http_client=http, max_wait=0).straighten(photo, dpi=72)
        self.assertIn(("status", "OK"), self.equerre.wait(caught.exception.job["id"]).items())

    def test_a_lost_answer_charges_nothing_twice(self) -> None:
        before = charges(self.equerre.credit_history(limit=100))
        with Door(url, [LOST, refusal(503), refusal(429)]) as door, Equerre(base_url=door.url) as equerre:
            page = equerre.straighten(photo, dpi=72)
            self.assertEqual(len(door.met), 4)
        after = charges(self.equerre.credit_history(limit=100))
        self.assertEqual((page.made, after), (True, before + 1))

    def test_gives_up(self) -> None:
        with Door(url, [LOST, LOST]) as door, self.assertRaises(NoAnswerError):
            Equerre(base_url=door.url, max_retries=1).credits()
        with Door(url, [refusal(503, 3600)]) as door, self.assertRaises(ProblemError) as caught:
            Equerre(base_url=door.url).credits()
        problem = caught.exception
        self.assertEqual((problem.status, problem.code, problem.retry_after), (503, "unknown", 3600))

    def test_a_stream_that_cannot_be_read_again_is_sent_once(self) -> None:
        class Once(io.BytesIO):
            def seekable(self) -> bool:
                return False

        with Door(url, [refusal(503)]) as door, Equerre(base_url=door.url) as equerre:
            with self.assertRaises(ProblemError):
                equerre.ingest(Once(photo.read_bytes()))
            self.assertEqual(len(door.met), 1)
        self.assertEqual(self.equerre.ingest(Once(photo.read_bytes()))["mime"], "image/jpeg")

    def test_refusals(self) -> None:
        with self.assertRaises(ProblemError) as caught:
            self.equerre.straighten(b"not a picture")
        self.assertEqual((caught.exception.status, caught.exception.code), (415, "unsupported_type"))
        self.assertIn("n’est ni une image", caught.exception.detail)
        with self.assertRaisesRegex(ProblemError, "unauthenticated"), Equerre("eq_live_wrong") as stranger:
            stranger.credits()
        with self.assertRaises(ProblemError) as caught, Equerre(language="en") as english:
            english.rectify(self.equerre.ingest(photo)["ingestion_id"], dpi=1)
        self.assertEqual(caught.exception.code, "invalid_request")
        self.assertIn("from 72 to 600 dpi", caught.exception.detail)
        with self.assertRaises(FileNotFoundError):
            self.equerre.straighten(self.folder / "missing.jpg")

    def test_nothing_found_costs_nothing(self) -> None:
        page = self.equerre.straighten(nothing, to=self.folder / "page.png")
        self.assertEqual((page.made, page.status, page.credits_charged), (False, "NOT_FOUND", 0))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_key_stays_with_the_service(self) -> None:
        self.assertNotIn(os.environ["EQUERRE_API_KEY"], repr(self.equerre))
        signed = self.equerre.ingest(photo, sign_for=60)["artifacts"]["preview_path"]
        self.assertTrue(httpx.get(url + signed if signed.startswith("/") else signed).is_success)
        with Door(url, [refusal(404)]) as elsewhere, self.assertRaises(ProblemError):
            self.equerre.download(f"{elsewhere.url}/file")
        self.assertIn(b"GET /file", elsewhere.heard[0])
        self.assertNotIn(b"eq_live", elsewhere.heard[0])
        with self.assertRaises(ValueError):
            Equerre("")


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_the_whole_job_several_at_once(self) -> None:
        async with AsyncEquerre() as equerre:
            before = await equerre.credits()
            with tempfile.TemporaryDirectory() as folder:
                files = [Path(folder, f"{number}.png") for number in range(3)]
                pages = await asyncio.gather(*(equerre.straighten(photo, to=file, dpi=72) for file in files))
                self.assertEqual([small(file.read_bytes()) for file in files], [png] * 3)
            self.assertEqual([page.credits_charged for page in pages], [1, 1, 1])
            self.assertEqual(await equerre.credits(), before - 3)
            with self.assertRaises(ProblemError):
                await equerre.straighten(b"not a picture")

    async def test_a_batch_that_is_cancelled(self) -> None:
        async with AsyncEquerre() as equerre:
            file = (await equerre.ingest(photo))["ingestion_id"]
            before = await equerre.credits()
            begun = await equerre.create_batch([{"ingestion_id": file}] * 8, options={"dpi": 72})
            self.assertEqual((await equerre.cancel_batch(begun["id"]))["state"], "cancelled")
            ended = await equerre.wait_for_batch(begun["id"])
            self.assertGreater(ended["items"]["cancelled"], 0)
            self.assertEqual(await equerre.credits(), before - ended["credits_charged"])
            states = {each["state"] for each in await equerre.batch_results(begun["id"])}
            self.assertLessEqual(states, {"done", "cancelled"})

    async def test_what_is_lost_or_takes_long(self) -> None:
        async with AsyncEquerre() as plain, httpx.AsyncClient(headers=later) as http:
            before = charges(await plain.credit_history(limit=100))
            with Door(url, [LOST, refusal(503)]) as door:
                equerre = AsyncEquerre(base_url=door.url, http_client=http)
                page = await equerre.straighten(photo, dpi=72)
            after = charges(await plain.credit_history(limit=100))
            self.assertEqual((page.made, after), (True, before + 1))
            with self.assertRaises(StillRunningError) as caught:
                await AsyncEquerre(http_client=http, max_wait=0).straighten(nothing)
            self.assertIn(("status", "NOT_FOUND"), (await plain.wait(caught.exception.job["id"])).items())


if __name__ == "__main__":
    unittest.main()
