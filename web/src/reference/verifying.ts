/** Programs of the reference that verify a delivery; a test runs them as they are. */

export const typescript = `import { verifyWebhook } from '@equerre/client'

export default {
  async fetch(request: Request): Promise<Response> {
    const delivery = { body: await request.text(), headers: request.headers }
    try {
      const event = await verifyWebhook(delivery, process.env.WEBHOOK_SECRET!)
      console.log(request.headers.get('webhook-id'), event)
      return new Response(null, { status: 204 })
    } catch {
      return new Response(null, { status: 401 })
    }
  },
}`

export const python = `import base64, hashlib, hmac, json, os, time

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def verify(body: bytes, headers: dict) -> dict:
    """The event, or ValueError if it is not ours, or old."""
    sent = headers["webhook-timestamp"]
    signed = f"{headers['webhook-id']}.{sent}.".encode() + body
    digest = hmac.new(SECRET, signed, hashlib.sha256).digest()
    ours = "v1," + base64.b64encode(digest).decode()
    given = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(ours, each) for each in given):
        raise ValueError("wrong signature")
    if abs(time.time() - int(sent)) > 300:
        raise ValueError("too old")
    return json.loads(body)`
