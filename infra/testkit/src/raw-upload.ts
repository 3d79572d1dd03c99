import { connect, type Socket } from 'node:net'
import type { Client } from './client.ts'

const boundary = 'grenze'

type RawUpload = {
  readonly socket: Socket
  /** What has been received so far, as text. */
  readonly answer: () => string
}

/**
 * Begins an upload by hand: the request's head and the file's first bytes; the caller sends the rest when it
 * likes.
 */
export function beginUpload(
  client: Client,
  first: Uint8Array,
  {
    route = 'ingest',
    bytes = 20_000_000,
    headers = {},
  }: { route?: string; bytes?: number; headers?: Readonly<Record<string, string>> } = {},
): RawUpload {
  const { hostname, port, host, origin } = new URL(client.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  socket.on('error', () => {})
  const all = { Host: host, Origin: origin, ...client.identity(), ...headers }
  const head = [
    `POST /api/v1/detourage/${route} HTTP/1.1`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bytes}`,
    '',
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="a.jpg"',
    '',
    '',
  ]
  socket.write(head.join('\r\n'))
  socket.write(first)
  return { socket, answer: () => text }
}
