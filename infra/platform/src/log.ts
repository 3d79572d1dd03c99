import { pino, type Logger } from 'pino'
import { traceFacts } from './trace.ts'

export type Log = Logger

/**
 * JSON lines on standard output, with the trace that they belong to where there is one. Never log a key, a cookie, a file
 * name or an e-mail address.
 */
export function createLog(service: string, level: string): Log {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, mixin: traceFacts })
}
