import type { Page } from 'playwright-core'

/** Writes down how long the page was not to be spoken to, from now on; the returned function reads the milliseconds of each time. */
export async function watchLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { longTasks: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks)
}

/** Bytes that the scripts of the page hold, after everything that is not needed was thrown away. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
