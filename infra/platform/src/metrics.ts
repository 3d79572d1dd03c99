import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client'

/** From a lookup in memory to the longest answer that anybody waits for, in seconds. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 60]

/** A histogram of seconds. Labels must take few values from a closed list: each combination is kept forever. */
export function seconds<Label extends string>(name: string, help: string, labels: readonly Label[]) {
  return new Histogram<Label>({ name, help, labelNames: labels, buckets: secondsBuckets })
}

/** A histogram of something else than seconds, without labels. */
export function histogram(name: string, help: string, { buckets }: { buckets: readonly number[] }) {
  return new Histogram({ name, help, buckets: [...buckets] })
}

export function counter<Label extends string>(name: string, help: string, labels: readonly Label[]) {
  return new Counter<Label>({ name, help, labelNames: labels })
}

export function gauge<Label extends string>(name: string, help: string, labels: readonly Label[]) {
  return new Gauge<Label>({ name, help, labelNames: labels })
}

/** Adds Node's own metrics (event-loop lag, memory, CPU), and labels every metric with the service's name. */
export function describeProcess(service: string): void {
  register.setDefaultLabels({ service })
  collectDefaultMetrics()
}

/** Every metric of this process, in Prometheus' format. */
export async function renderMetrics(): Promise<{ readonly mime: string; readonly text: string }> {
  return { mime: register.contentType, text: await register.metrics() }
}
