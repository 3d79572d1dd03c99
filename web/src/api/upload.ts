import { addressOf, checked, inLanguage, UnreachableError } from './client.ts'

type UploadOptions = {
  readonly headers: Readonly<Record<string, string>>
  /** Cuts the line while the file is being sent. What was sent whole is answered all the same: only the answer tells what to erase. */
  readonly signal: AbortSignal
  /** Called with the sent part, 0 to 1. */
  readonly onProgress: (ratio: number) => void
}

/** The service answers an upload within 25 s; an answer that is later than this by far will not come. */
const lateAnswerMaxMs = 60_000

/** Sends a file to ingest. XMLHttpRequest, because fetch tells nothing of what has been sent. */
export async function upload(file: File, options: UploadOptions): Promise<Response> {
  const form = new FormData()
  form.append('file', file, file.name)
  return checked(await send(form, options))
}

function send(form: FormData, { headers, signal, onProgress }: UploadOptions): Promise<Response> {
  const { method, url } = addressOf('ingest', {})
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let giveUp: ReturnType<typeof setTimeout> | undefined
    const abort = () => (giveUp = setTimeout(() => request.abort(), lateAnswerMaxMs))
    request.open(method, url)
    request.withCredentials = true
    for (const [name, value] of Object.entries({ ...inLanguage, ...headers }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      // Not at the abort itself: what was last heard is older than what has been sent since.
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
