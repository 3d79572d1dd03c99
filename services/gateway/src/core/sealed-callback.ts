import { hostOfSealed } from '@equerre/contract/callback'

/**
 * How the address that comes with a call is stored: as one that leads nowhere, with the receiving host and, sealed, the address, which
 * may be as good as a password. A gateway of the former release takes it for an address, and gets no further with it than to no machine.
 */
const nowhere = `https://${hostOfSealed}`

/** What an address is sealed for: the file whose step is told of. */
export function callbackPurpose(ingestionId: string): string {
  return `callback of ${ingestionId}`
}

export function writeSealedCallback(host: string, box: string): string {
  return `${nowhere}/${encodeURIComponent(host)}/${box}`
}

/** @returns null for one in clear, as the former release has written it, whatever it looks like */
function readSealedCallback(stored: string): { readonly host: string; readonly box: string } | null {
  if (!stored.startsWith(`${nowhere}/`)) return null
  const [host = '', box = ''] = stored.slice(nowhere.length + 1).split('/')
  const called = hostIn(host)
  return called === null ? null : { host: called, box }
}

/** What no address has for its host is none of ours. */
function hostIn(encoded: string): string | null {
  try {
    const host = decodeURIComponent(encoded)
    return /^[\x21-\x7e]+$/.test(host) ? host : null
  } catch {
    return null
  }
}

/** The host that is called, whether the address is stored sealed or in clear. */
export function hostCalled(stored: string): string {
  return readSealedCallback(stored)?.host ?? new URL(stored).host
}

/** The address itself. @throws what `open` throws */
export function addressCalled(stored: string, open: (box: string) => string): string {
  const sealed = readSealedCallback(stored)
  return sealed ? open(sealed.box) : stored
}
