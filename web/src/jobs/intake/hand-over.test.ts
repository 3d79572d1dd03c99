import { expect, test } from 'vitest'
import { handOver, takeHandedOver } from './hand-over.ts'

test('what was handed over is taken once', () => {
  expect(takeHandedOver()).toBeNull()
  const page = new File(['page'], 'page.jpg')
  handOver([page], ['dossier'])
  expect(takeHandedOver()).toEqual({ files: [page], unread: ['dossier'] })
  expect(takeHandedOver()).toBeNull()
})
