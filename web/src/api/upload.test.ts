import { afterEach, expect, test, vi } from 'vitest'
import { ingest } from './steps.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The browser's end of an upload, which the test moves by hand: Node has no XMLHttpRequest. */
class Line {
  static last: Line
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onabort?: () => void
  onloadend?: () => void
  open = vi.fn()
  setRequestHeader = vi.fn()
  send = vi.fn()
  status = 0
  responseText = ''
  cut = false

  constructor() {
    Line.last = this
  }
  getAllResponseHeaders() {
    return 'location: /api/v1/detourage/jobs/j-1\r\n'
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ loaded, total: 10 })
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload?.()
    this.onloadend?.()
  }
  abort() {
    this.cut = true
    this.onabort?.()
    this.onloadend?.()
  }
}

function startIngest() {
  vi.stubGlobal('XMLHttpRequest', Line)
  const controller = new AbortController()
  const onProgress = vi.fn()
  const onReceived = vi.fn()
  const request = { signal: controller.signal, idempotencyKey: 'k-1', onProgress, onReceived }
  const answer = ingest(new File(['x'], 'a.jpg'), request)
  return { line: Line.last, answer, onProgress, onReceived, abort: () => controller.abort() }
}

const aborted = { name: 'AbortError' }

test('the file has a name on the service from the first answer on, before it is read', async () => {
  const { line, answer, onReceived } = startIngest()
  const poll = vi.fn(async () => Response.json({ status: 'OK' }))
  vi.stubGlobal('fetch', poll)
  line.answer(202, { ingestion_id: 'i-1' })
  await expect(answer).resolves.toMatchObject({ reply: { status: 'OK' } })
  expect(onReceived).toHaveBeenCalledExactlyOnceWith('i-1')
  expect(onReceived).toHaveBeenCalledBefore(poll)
})

test('what was sent halfway when it was given up is cut: the service keeps no half file', async () => {
  const { line, answer, onProgress, abort } = startIngest()
  line.progress(3)
  expect(onProgress).toHaveBeenLastCalledWith(0.3)
  abort()
  await expect(answer).rejects.toMatchObject(aborted)
  line.progress(6)
  expect(line.cut).toBe(true)
})

test('what was sent whole when it was given up is still told of, though nobody waits', async () => {
  const { line, answer, onReceived, abort } = startIngest()
  line.progress(3)
  abort()
  await expect(answer).rejects.toMatchObject(aborted)
  line.progress(10)
  expect(line.cut).toBe(false)
  line.answer(200, { ingestion_id: 'i-1' })
  await vi.waitFor(() => expect(onReceived).toHaveBeenCalledWith('i-1'))
})

test('an answer that never comes is not waited for without end', async () => {
  vi.useFakeTimers()
  const { line, answer, onReceived, abort } = startIngest()
  line.progress(10)
  abort()
  await expect(answer).rejects.toMatchObject(aborted)
  vi.runAllTimers()
  expect(line.cut).toBe(true)
  expect(onReceived).not.toHaveBeenCalled()
})
