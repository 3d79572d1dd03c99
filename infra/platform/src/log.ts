import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import { describeError } from './log-error.ts'
import { traceFacts } from './trace.ts'

export type Log = Logger

type LogOptions = {
  /** The process's own credentials, removed from every line whoever writes it. */
  readonly secrets?: readonly string[]
  /** Defaults to standard output. */
  readonly to?: DestinationStream
}

/**
 * JSON lines on standard output, each with its trace id if there is one. Never log a key, a cookie, a file
 * name or an e-mail address. Errors are reduced to what `describeError` knows to be harmless: libraries
 * attach commands, headers and whole configurations to theirs.
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

/** Without a message of ours, pino would use the error's own, unscrubbed. */
function withSentence(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  const [first, sentence, ...rest] = given as [unknown, string?, ...unknown[]]
  const facts = first instanceof Error ? { err: first } : first
  const failed = typeof facts === 'object' && facts !== null && 'err' in facts
  write.apply(this, failed ? [facts, sentence ?? 'error', ...rest] : given)
}

/** Anything shorter would also match ordinary words. */
const secretLengthMin = 6

function withoutSecrets(secrets: readonly string[]): (line: string) => string {
  // As they appear in JSON, longest first: one may be a prefix of another.
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
