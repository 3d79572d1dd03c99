import type { Page } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly args: { readonly name?: string }
  /** CPU time in microseconds; time given to other processes does not count. */
  readonly tdur?: number
}

const mark = 'tasks-recorded'

/** Records the main thread's tasks; the returned function stops and gives the CPU milliseconds of each. */
export async function recordTasks(page: Page): Promise<() => Promise<number[]>> {
  const session = await page.context().browser()!.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] },
  })
  // Tells this page's process from those of the browser's own pages.
  await page.evaluate((name) => void performance.mark(name), mark)
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const pages = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    const marked = events.find(({ name }) => name === mark)
    const main = pages.find(({ pid }) => pid === marked?.pid)
    const isPage = ({ pid, tid }: TraceEvent) => main?.pid === pid && main.tid === tid
    const tasks = events.filter((event) => event.name === 'RunTask' && isPage(event))
    return tasks.map(({ tdur = 0 }) => tdur / 1000)
  }
}

/** Bytes held by the page's scripts after a garbage collection, array buffers included. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize + backingStorageSize
}
