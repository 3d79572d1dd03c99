import { expect, it } from 'vitest'
import { freePort } from './server-process.ts'

it('gives no port twice, though nobody listens on the first yet', async () => {
  // Of 12,000 ports: by chance alone, two of 500 would be the same in 99,997 of 100,000 runs.
  const ports = await Promise.all(Array.from({ length: 500 }, freePort))
  expect(new Set(ports).size).toBe(500)
})
