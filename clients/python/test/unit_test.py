"""What needs no service: what travels, and deliveries, of which the reference implementation is the judge."""

from __future__ import annotations

import base64
import json
import threading
import unittest
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import cast

import equerre
from doors import LOST, Door, refusal
from equerre import AsyncEquerre, Equerre, InvalidSignatureError, ProblemError, webhooks
from standardwebhooks import Webhook


class Echo(BaseHTTPRequestHandler):
    """Answers a request with its headers and its body."""

    def do_POST(self) -> None:
        length = self.headers["Content-Length"]
        body = self.rfile.read(int(length)) if length else self._chunks()
        told = {"ingestion_id": body.decode("latin-1"), "headers": dict(self.headers), "path": self.path}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        return body

    def log_message(self, *_: object) -> None:
        pass


class Travels(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.server = HTTPServer(("127.0.0.1", 0), Echo)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    async def test_both_clients_send_the_same(self) -> None:
        file = Path(__file__)
        with Equerre("k", self.url, language="en") as one:
            sent = one.ingest(file, password="é", sign_for=60, idempotency_key="once")
        async with AsyncEquerre("k", self.url, language="en") as other:
            sent_too = await other.ingest(file, password="é", sign_for=60, idempotency_key="once")
        for each in (sent, sent_too):
            headers = cast("dict[str, dict[str, str]]", each)["headers"]
            wanted = {"X-Api-Key": "k", "Accept-Language": "en", "Idempotency-Key": "once"}
            self.assertLessEqual(wanted.items(), {name.title(): value for name, value in headers.items()}.items())
            self.assertRegex(headers["User-Agent"], rf"^equerre-python/{equerre.__version__} ")
            self.assertEqual(dict(each)["path"], "/api/v1/detourage/ingest?sign_for=60")
            self.assertIn('filename="unit_test.py"', each["ingestion_id"])
            self.assertIn(file.read_text("latin-1"), each["ingestion_id"])

    async def test_a_file_is_sent_whole_again_with_the_same_key(self) -> None:
        with open(__file__, "rb") as file, Door(self.url, [LOST, refusal(429)]) as door:
            file.seek(10)  # What was read of it does not matter.
            async with AsyncEquerre("k", door.url) as client:
                sent = (await client.ingest(file))["ingestion_id"]
            whole = Path(__file__).read_text("latin-1")
            self.assertTrue(sent.split("\r\n\r\n", 1)[1].startswith(whole))
            self.assertEqual(len(door.met), 3)

    def test_without_key_or_address(self) -> None:
        for key, url in (("", self.url), ("k", "")):
            with self.assertRaises(ValueError):
                Equerre(key, url)

    def test_what_is_no_problem_document(self) -> None:
        with Door(self.url, [refusal(502)]) as door, self.assertRaises(ProblemError) as caught:
            Equerre("k", door.url).credits()
        self.assertEqual((caught.exception.code, caught.exception.detail), ("unknown", "HTTP 502"))


class Deliveries(unittest.TestCase):
    secret = "whsec_" + base64.b64encode(bytes(range(32))).decode()
    body = '{"type":"webhook.test","data":{"déjà":"vu"}}'

    def headers(self, body: str, at: float) -> dict[str, str]:
        when = datetime.fromtimestamp(at, timezone.utc)
        signature = Webhook(self.secret).sign("msg_1", when, body)
        # During a change of secrets, there are two.
        return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(int(at)), "Webhook-Signature": f"v1,AAAA {signature}"}

    def test_what_the_reference_has_signed(self) -> None:
        headers = self.headers(self.body, 1_000)
        event = webhooks.verify(self.body.encode(), headers, self.secret, now=1_300)
        self.assertEqual(event["type"], "webhook.test")

    def test_what_was_changed_is_old_or_lacks_a_header(self) -> None:
        headers = self.headers(self.body, 1_000)
        lacking = {name: value for name, value in headers.items() if name != "Webhook-Id"}
        for body, given, now in (
            (self.body.replace("vu", "lu"), headers, 1_000),
            (self.body, headers, 1_301),
            (self.body, headers, 699),
            (self.body, lacking, 1_000),
            (self.body, {**headers, "Webhook-Timestamp": "now"}, 1_000),
            (self.body, {**headers, "Webhook-Signature": "v1,é"}, 1_000),
        ):
            with self.assertRaises(InvalidSignatureError):
                webhooks.verify(body, given, self.secret, now=now)
        with self.assertRaises(ValueError):
            webhooks.verify(self.body, headers, "whsec_é", now=1_000)


if __name__ == "__main__":
    unittest.main()
