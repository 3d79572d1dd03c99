/** Programs of the reference that verify a delivery, without a word to translate; a test runs them as they are. */

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

export const python = `# pip install equerre
import os
from equerre import webhooks

SECRET = os.environ["WEBHOOK_SECRET"]

def answer_status(body: bytes, headers: dict) -> int:
    try:
        event = webhooks.verify(body, headers, SECRET)
    except webhooks.InvalidSignatureError:
        return 401
    print(headers["webhook-id"], event["type"])
    return 204`
