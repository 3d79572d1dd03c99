/** The only facts about an error that a log record contains, whatever else a library has attached to it. */
type ErrorFacts = {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly cause?: ErrorFacts
  readonly errors?: readonly ErrorFacts[]
} & Readonly<Record<string, unknown>>

/**
 * Fields that say what went wrong and never hold what somebody sent or knows: from Node, Postgres, the
 * clients of Amazon and Stripe. `detail`, `where`, `command`, `config`, `headers` and the like are left out
 * because they may contain values.
 */
const safeFields =
  'code errno syscall address port status statusCode severity schema table column constraint routine requestId type'.split(
    ' ',
  )
const fieldLengthMax = 100
const messageLengthMax = 500
const framesMax = 12
/** How far nested causes are followed; also how many errors of an AggregateError are reported. */
const depthMax = 4

/** Serializes an error. Of anything else that was thrown, only the type is reported. */
export function describeError(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' }
  const stack = framesOf(error)
  const deeper = depth < depthMax
  return {
    ...safeOf(error as Error & Record<string, unknown>),
    type: error.name,
    message: scrub(error.message).slice(0, messageLengthMax),
    ...(stack !== '' && { stack }),
    ...(deeper && error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
    ...(deeper &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, depthMax).map((each) => describeError(each, depth + 1)),
      }),
  }
}

function safeOf(error: Error & Record<string, unknown>): Record<string, unknown> {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: unknown; requestId?: unknown } }
  const fields = { status: $metadata?.httpStatusCode, requestId: $metadata?.requestId, ...error }
  const safe = safeFields.map((name) => [name, safeValue(fields[name as keyof typeof fields])] as const)
  return Object.fromEntries(safe.filter(([, value]) => value !== undefined))
}

function safeValue(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? scrub(value).slice(0, fieldLengthMax) : undefined
}

/** The stack without the message that V8 puts in front. */
function framesOf({ stack }: Error): string {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, framesMax).join('\n')
}

/** Patterns of what looks like a credential in a library's message, each with its replacement. */
const credentials: readonly (readonly [RegExp, string])[] = [
  // In an address: user and password, and everything after the question mark.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@'],
  [/(\w\/?)\?[^\s"'<>]*=[^\s"'<>]*/g, '$1?…'],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, '$1 …'],
  // Redis repeats what it did not understand.
  [/(with args beginning with:).*/gs, '$1 …'],
  // A long run that is neither one of our identifiers nor a word: keys, hashes, tokens.
  [/(?<![\w-])(?![0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b)(?=[\w+=~-]*\d)[\w+=~-]{24,}/gi, '…'],
]

/** Removes what looks like a credential from a message; identifiers stay. */
export function scrub(text: string): string {
  return credentials.reduce((left, [pattern, kept]) => left.replaceAll(pattern, kept), text)
}
