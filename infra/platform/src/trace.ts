import { context, propagation, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'

/** What a span starts with; without `parent` it belongs to the current span. */
type SpanHead = {
  readonly name: string
  /** The W3C traceparent of the span that caused this one, from another process. */
  readonly parent?: string | null | undefined
  readonly facts?: Readonly<Record<string, string | number>>
}

export type OpenSpan = {
  /** Runs `work` inside the span: whatever it starts becomes a child. */
  readonly run: <T>(work: () => T) => T
  /** The header by which another process continues this trace; undefined while tracing is off. */
  readonly traceparent: string | undefined
  readonly end: (facts: Readonly<Record<string, string | number>>) => void
}

const tracer = () => trace.getTracer('equerre')

/**
 * Sends spans to an OpenTelemetry collector. Without an address nothing is loaded, and every function below does nothing.
 * Sampling follows OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG.
 */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
): Promise<{ close: () => Promise<void> }> {
  if (endpoint === undefined) return { close: async () => {} }
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return { close: () => provider.shutdown() }
}

/** A span that its caller must end. */
export function openSpan({ name, parent, facts = {} }: SpanHead): OpenSpan {
  const span = tracer().startSpan(name, { attributes: facts }, contextOf(parent))
  const inside = trace.setSpan(context.active(), span)
  return {
    run: (work) => context.with(inside, work),
    traceparent: headerOf(inside),
    end: (later) => span.setAttributes(later).end(),
  }
}

/** Runs `work` in its own span. */
export async function inSpan<T>(head: SpanHead, work: () => Promise<T>): Promise<T> {
  const { name, parent, facts = {} } = head
  return tracer().startActiveSpan(name, { attributes: facts }, contextOf(parent), async (span) => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records a part of the current span that was measured elsewhere; both times in milliseconds since 1970. */
export function recordSpan(name: string, { startMs, endMs }: { startMs: number; endMs: number }): void {
  tracer().startSpan(name, { startTime: startMs }).end(endMs)
}

/** The header by which another process continues this trace; undefined while tracing is off. */
export function currentTraceparent(): string | undefined {
  return headerOf(context.active())
}

/** What a log record includes about the current span. */
export function traceFacts(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId === undefined ? {} : { traceId }
}

function contextOf(parent: string | null | undefined): Context {
  return parent ? propagation.extract(context.active(), { traceparent: parent }) : context.active()
}

function headerOf(inside: Context): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(inside, carrier)
  return carrier.traceparent
}

/** Records only the error's name: its message may contain what somebody sent. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
}
