import { afterEach, expect, test, vi } from 'vitest'
import { ingest } from './steps.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake XMLHttpRequest, which Node lacks, driven by the test. */
class FakeRequest {
  static last: FakeRequest
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
    FakeRequest.last = this
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
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const controller = new AbortController()
  const onProgress = vi.fn()
  const onReceived = vi.fn()
  const request = { signal: controller.signal, idempotencyKey: 'k-1', onProgress, onReceived }
  const answer = ingest(new File(['x'], 'a.jpg'), request)
  return { line: FakeRequest.last, answer, onProgress, onReceived, abort: () => controller.abort() }
}

const aborted = { name: 'AbortError' }

test('the file’s id is known from the first answer on, before the file is read', async () => {
  const { line, answer, onReceived } = startIngest()
  const poll = vi.fn(async () => Response.json({ status: 'OK' }))
  vi.stubGlobal('fetch', poll)
  line.answer(202, { ingestion_id: 'i-1' })
  await expect(answer).resolves.toMatchObject({ reply: { status: 'OK' } })
  expect(onReceived).toHaveBeenCalledExactlyOnceWith('i-1')
  expect(onReceived).toHaveBeenCalledBefore(poll)
})

test('aborting halfway cuts the upload, so the service keeps no partial file', async () => {
  const { line, answer, onProgress, abort } = startIngest()
  line.progress(3)
  expect(onProgress).toHaveBeenLastCalledWith(0.3)
  abort()
  await expect(answer).rejects.toMatchObject(aborted)
  line.progress(6)
  expect(line.cut).toBe(true)
})

test('aborting after the last byte still reports the file’s id', async () => {
  const { line, answer, onReceived, abort } = startIngest()
  line.progress(3)
  abort()
  await expect(answer).rejects.toMatchObject(aborted)
  line.progress(10)
  expect(line.cut).toBe(false)
  line.answer(200, { ingestion_id: 'i-1' })
  await vi.waitFor(() => expect(onReceived).toHaveBeenCalledWith('i-1'))
})

test('waiting for an answer that never comes times out', async () => {
  vi.useFakeTimers()
  const { line, answer, onReceived, abort } = startIngest()
  line.progress(10)
  abort()
  await expect(answer).rejects.toMatchObject(aborted)
  vi.runAllTimers()
  expect(line.cut).toBe(true)
  expect(onReceived).not.toHaveBeenCalled()
})
