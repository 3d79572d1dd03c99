import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Span = {
  readonly service: string
  readonly name: string
  readonly id: string
  readonly parentId: string
  readonly traceId: string
}

/** An OpenTelemetry collector that keeps the spans it receives. */
export type Collector = {
  readonly url: string
  readonly spans: (traceId: string) => readonly Span[]
  /** Everything received, as it came. */
  readonly text: () => string
  readonly stop: () => Promise<void>
}

type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } }
type SentSpan = {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceId: string
}
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

export async function openCollector(): Promise<Collector> {
  const [kept, texts]: [Span[], string[]] = [[], []]
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const text = Buffer.concat(chunks).toString()
      texts.push(text)
      kept.push(...spansOf(JSON.parse(text) as Sent))
      response.setHeader('Content-Type', 'application/json').end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: (traceId) => kept.filter((span) => span.traceId === traceId),
    text: () => texts.join('\n'),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spansOf({ resourceSpans }: Sent): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, spanId, parentSpanId = '', traceId }) => ({
        service,
        name,
        id: spanId,
        parentId: parentSpanId,
        traceId,
      })),
    )
  })
}
