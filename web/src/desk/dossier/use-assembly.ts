import { useEffect, useRef, useState } from 'react'
import { applyTypography } from '#words/typography'
import { assemble, giveUp } from '../../api/assemblies.ts'
import type { Assembly, AssemblyOrder, PagesRead } from '../../api/assemblies.ts'
import { get, HttpError } from '../../api/client.ts'
import { settledPages } from '../../jobs/desk.ts'
import { assemblyPage } from '../../jobs/results/assembly-page.ts'
import { explain } from '../../jobs/runner.ts'

/** Everything of an order but its pages, which may change their look until it is sent. */
export type Choices = Omit<AssemblyOrder, 'pages'>

export type AssemblyState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'making'; readonly read: PagesRead | null }
  | { readonly kind: 'made'; readonly assembly: Assembly; readonly file: Blob }
  | { readonly kind: 'failed'; readonly text: string }

/** The same request means the same assembly, however often it is sent. */
type Sent = { readonly what: string; readonly key: string }

/** Has pages put together in one PDF and fetches it; leaving gives it up, so that another may be made at once. */
export function useAssembly() {
  const [state, setState] = useState<AssemblyState>({ kind: 'idle' })
  const stop = useRef<AbortController>(null)
  const sent = useRef<Sent>(null)
  useEffect(() => () => stop.current?.abort(), [])

  /** @returns the PDF; null when it failed or was left */
  async function make(ids: readonly string[], choices: Choices): Promise<Blob | null> {
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    setState({ kind: 'making', read: null })
    try {
      const pages = (await settledPages(ids)).map(assemblyPage)
      const what = JSON.stringify({ ...choices, pages })
      if (sent.current?.what !== what) sent.current = { what, key: crypto.randomUUID() }
      const onRead = (read: PagesRead) => setState({ kind: 'making', read })
      const onRunning = (id: string) =>
        signal.addEventListener('abort', () => void giveUp(id), { once: true })
      const request = { signal, idempotencyKey: sent.current.key, onRead, onRunning }
      const assembly = await assemble({ ...choices, pages }, request)
      const file = await (await get(assembly.artifacts.pdf_path, { signal })).blob()
      setState({ kind: 'made', assembly, file })
      return file
    } catch (error) {
      if (signal.aborted || error instanceof HttpError) sent.current = null
      if (!signal.aborted) setState({ kind: 'failed', text: applyTypography(sentenceOf(error)) })
      return null
    }
  }
  return { state, make }
}

/** The service's own sentence where it gave one. */
function sentenceOf(error: unknown): string {
  return error instanceof HttpError ? error.text : explain(error).text
}
