import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveBlob } from './save-blob.ts'

const link = { href: '', download: '', click: vi.fn() }
const revoke = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('N-14 G20: a download has its name, and its object URL is revoked after exactly 40 s', () => {
  saveBlob(new Blob(['x']), 'facture_equerre.png')
  expect(link).toMatchObject({ href: 'blob:1', download: 'facture_equerre.png' })
  expect(link.click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(39_999)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoke).toHaveBeenCalledWith('blob:1')
})
