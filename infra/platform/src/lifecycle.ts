import { ConfigError } from './config.ts'
import type { Log } from './log.ts'

/** What a started service gives back: it stops taking work, finishes what runs, then closes its connections. */
export type Running = { readonly stop: () => Promise<void> }

/**
 * Runs a service until SIGTERM or SIGINT, then stops it in order. A second signal does not hurry it: the
 * supervisor's SIGKILL does. An error that nobody caught ends the process, because its state is unknown.
 */
export async function runService(log: Log, start: () => Promise<Running>): Promise<void> {
  process.on('uncaughtException', (error) => die(log, error, 'uncaught error'))
  process.on('unhandledRejection', (error) => die(log, error, 'unhandled rejection'))
  const running = await start().catch((error: unknown) => die(log, error, 'start failed'))
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => die(log, error, 'stop failed'),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A supervisor that was killed can send no signal any more.
  process.on('disconnect', () => stop('disconnect'))
  process.send?.({ ready: true })
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

function die(log: Log, error: unknown, what: string): never {
  log.fatal({ err: error }, what)
  process.exit(1)
}
