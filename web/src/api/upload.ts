import { addressOf, checked, ownHeaders, UnreachableError } from './client.ts'

type UploadOptions = {
  readonly headers: Readonly<Record<string, string>>
  /** What opens a protected PDF. */
  readonly password?: string | undefined
  /** Cuts the upload. Once all is sent, the answer is still awaited: only it tells what to erase. */
  readonly signal: AbortSignal
  /** Called with the share uploaded, 0 to 1. */
  readonly onProgress: (ratio: number) => void
}

/** The service answers an upload within 25 s; after this long, no answer will come. */
const lateAnswerMaxMs = 60_000

/** Uploads a file to ingest, by XMLHttpRequest because fetch reports no upload progress. */
export async function upload(file: File, options: UploadOptions): Promise<Response> {
  const form = new FormData()
  if (options.password) form.append('password', options.password)
  form.append('file', file, file.name)
  const own = ownHeaders()
  return checked(await send(form, { ...options, headers: { ...own, ...options.headers } }), own)
}

function send(form: FormData, { headers, signal, onProgress }: UploadOptions): Promise<Response> {
  const { method, url } = addressOf('ingest', {})
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let giveUp: ReturnType<typeof setTimeout> | undefined
    const abort = () => (giveUp = setTimeout(() => request.abort(), lateAnswerMaxMs))
    request.open(method, url)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      // Not in `abort`: more may have been sent since the last progress event.
      if (signal.aborted && loaded < total) request.abort()
      else onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => resolve(toResponse(request))
    request.onerror = () => reject(new UnreachableError('no answer to the upload'))
    request.onabort = () => reject(new DOMException('upload aborted', 'AbortError'))
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      clearTimeout(giveUp)
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', abort)
    request.send(form)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    headers,
  })
}
