import { expect, it } from 'vitest'
import { addressCalled, hostCalled, writeSealedCallback } from './sealed-callback.ts'

const open = (box: string) => `opened ${box}`

it('a sealed callback tells its host, and its address to who can open it', () => {
  for (const host of ['n8n.test', 'n8n.test:8443', '[2001:db8::1]:80']) {
    const stored = writeSealedCallback(host, 'k1.abc-_')
    expect([hostCalled(stored), addressCalled(stored, open)]).toEqual([host, 'opened k1.abc-_'])
    // What a gateway of the former release makes of it.
    expect(new URL(stored).host).toBe('sealed.invalid')
  }
})

it('what only looks like a sealed one is read as one in clear', () => {
  for (const end of ['%E0%A4%A/x', '%00/x', 'h%C3%A9/x', '/x', ''])
    expect(hostCalled(`https://sealed.invalid/${end}`)).toBe('sealed.invalid')
})

it('one in clear is read as it is', () => {
  const stored = 'https://n8n.test:8443/resume?token=1'
  expect([hostCalled(stored), addressCalled(stored, open)]).toEqual(['n8n.test:8443', stored])
})
