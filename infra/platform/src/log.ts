import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import { describeError } from './log-error.ts'
import { traceFacts } from './trace.ts'

export type Log = Logger

type LogOptions = {
  /** The process's own credentials, which no line shows whoever writes it. */
  readonly secrets?: readonly string[]
  /** Standard output where absent. */
  readonly to?: DestinationStream
}

/**
 * JSON lines on standard output, with the trace that they belong to where there is one. Never log a key, a cookie, a file
 * name or an e-mail address. Of an error only what `describeError` knows to be harmless is written: libraries hang
 * commands, headers and whole configurations on theirs.
 */
export function createLog(service: string, level: string, { secrets = [], to }: LogOptions = {}): Log {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFacts,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: { streamWrite: withoutSecrets(secrets), logMethod: withSentence },
  }
  return to ? pino(options, to) : pino(options)
}

/** Without a sentence of ours pino would take the error's own, unread. */
function withSentence(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  const [first, sentence, ...rest] = given as [unknown, string?, ...unknown[]]
  const facts = first instanceof Error ? { err: first } : first
  const failed = typeof facts === 'object' && facts !== null && 'err' in facts
  write.apply(this, failed ? [facts, sentence ?? 'error', ...rest] : given)
}

/** A shorter one would also be found where it is a word. */
const secretLengthMin = 6

function withoutSecrets(secrets: readonly string[]): (line: string) => string {
  // As they stand in JSON, the longest first: one may be the beginning of another.
  const written = secrets
    .filter((secret) => secret.length >= secretLengthMin)
    .map((secret) =>
      JSON.stringify(secret)
        .slice(1, -1)
        .replaceAll(/[^\w]/g, String.raw`\$&`),
    )
    .toSorted((one, other) => other.length - one.length)
  if (written.length === 0) return (line) => line
  const pattern = new RegExp(written.join('|'), 'g')
  return (line) => line.replaceAll(pattern, '…')
}
