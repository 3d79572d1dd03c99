import { pino, type Logger } from 'pino'

export type Log = Logger

/** JSON lines on standard output. Never log a key, a cookie, a file name or an e-mail address. */
export function createLog(service: string, level: string): Log {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime })
}
