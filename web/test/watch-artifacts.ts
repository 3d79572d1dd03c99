import type { Page } from 'playwright-core'

/** One request for a picture or a file of the service, and the bytes that came over the wire for it, headers included. */
export type Fetched = { readonly file: string; readonly bytes: number }

/** How fast the page's network is, both ways; null for as fast as it can. */
export type Line = { readonly megabitsPerSecond: number; readonly latencyMs: number }

/**
 * Listens to what the page fetches of results and previews; `fetched` tells it in the order in which it ended, `slow` changes
 * the line. A file is called by what it is, without its step, `preview.jpg` and `thumb.webp` for example.
 */
export async function watchArtifacts(page: Page) {
  const session = await page.context().newCDPSession(page)
  const open = new Map<string, string>()
  const ended: (Fetched & { readonly address: string })[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/artifacts/')) open.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = open.get(requestId)
    if (address === undefined) return
    ended.push({
      address,
      file: /([a-z]+(?:-\d+)?\.\w+)$/.exec(address)?.[1] ?? address,
      bytes: encodedDataLength,
    })
  })
  await session.send('Network.enable')
  return {
    fetched: (): readonly Fetched[] => ended,
    /** Addresses that were asked for more than once, whatever came. */
    twice: (): readonly string[] => {
      const addresses = ended.map(({ address }) => address)
      return addresses.filter((address, at) => addresses.indexOf(address) !== at)
    },
    addresses: (): readonly string[] => ended.map(({ address }) => address),
    slow: async (line: Line | null): Promise<void> => {
      const throughput = line === null ? -1 : (line.megabitsPerSecond * 1_000_000) / 8
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line?.latencyMs ?? 0,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      })
    },
  }
}
