import { ConfigError, type ServiceSettings } from './config.ts'
import type { Log } from './log.ts'
import { describeProcess } from './metrics.ts'
import { openOpsDoor, type Watched } from './ops-door.ts'
import { startTracing } from './trace.ts'

/** A started service: `stop` takes no more work, finishes what runs, then closes its connections. */
type Running = Watched & { readonly stop: () => Promise<void> }

type Settings = ServiceSettings & { readonly STOP_SECONDS_MAX: number; readonly DRAIN_SECONDS?: number }
type Service = { readonly name: string; readonly log: Log; readonly config: Settings }

/**
 * Runs a service until SIGTERM or SIGINT, then stops it in order; the internal port opens first and closes last,
 * and is not ready until the start has succeeded, nor once the stop has begun. A second signal does not hurry
 * it: only its deadline and the supervisor's SIGKILL do. An uncaught error ends the process, because its state is unknown.
 */
export async function runService(
  { name, log, config }: Service,
  start: () => Promise<Running>,
): Promise<void> {
  process.on('uncaughtException', (error) => die(log, error, 'uncaught error'))
  process.on('unhandledRejection', (error) => die(log, error, 'unhandled rejection'))
  let running: Running | null = null
  let stopping = false
  describeProcess(name)
  const tracing = await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT)
  const opsDoor = await openOps(config, log, {
    isServing: () => running !== null && !stopping,
    watched: () => running ?? {},
  }).catch((error: unknown) => die(log, error, 'start failed'))
  const started = await start().catch((error: unknown) => die(log, error, 'start failed'))
  running = started
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    endBy(log, (config.DRAIN_SECONDS ?? 0) + config.STOP_SECONDS_MAX)
    started
      .stop()
      .then(() => Promise.all([opsDoor?.close(), tracing.close().catch(() => {})]))
      .then(
        () => process.exit(0),
        (error: unknown) => die(log, error, 'stop failed'),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A supervisor that was killed can no longer send a signal.
  process.on('disconnect', () => stop('disconnect'))
  process.send?.({ opsPort: opsDoor?.port ?? null })
}

async function openOps(
  { OPS_HOST, OPS_PORT }: ServiceSettings,
  log: Log,
  shown: Pick<Parameters<typeof openOpsDoor>[0], 'isServing' | 'watched'>,
) {
  if (OPS_PORT === undefined) return null
  const door = await openOpsDoor({ host: OPS_HOST, port: OPS_PORT, log, ...shown })
  log.info({ port: door.port }, 'metrics and probes')
  return door
}

/** Reads a service's settings, or ends the process with one line per bad variable. */
export function configOrExit<Config>(read: () => Config): Config {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`configuration refused:\n${error.message}\n`)
    process.exit(78)
  }
}

/** Whatever still hangs by then, the process ends: what it was doing is done again elsewhere. */
function endBy(log: Log, seconds: number): void {
  setTimeout(() => die(log, new Error(`not stopped after ${seconds} s`), 'stop failed'), seconds * 1_000)
}

function die(log: Log, error: unknown, what: string): never {
  log.fatal({ err: error }, what)
  process.exit(1)
}
