import type { Page } from 'playwright-core'

/** One request for a picture or file of the service, and the bytes received for it, headers included. */
export type Fetched = { readonly file: string; readonly bytes: number }

/** Speed of the page's network in both directions; null for unlimited. */
export type Line = { readonly megabitsPerSecond: number; readonly latencyMs: number }

/**
 * Watches the page's requests for results and previews; `fetched` lists them in the order they finished, `slow`
 * throttles the network. Files are named without their step, for example `preview.jpg` and `thumb.webp`.
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
    /** URLs requested more than once, whatever the response. */
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
