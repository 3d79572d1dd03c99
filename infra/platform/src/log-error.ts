/** What a log record says of an error: nothing but these, whatever else a library has hung on it. */
type ErrorFacts = {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly cause?: ErrorFacts
  readonly errors?: readonly ErrorFacts[]
} & Readonly<Record<string, unknown>>

/**
 * Fields that tell what went wrong and never what somebody sent or knows: of Node, Postgres, Amazon's client and Stripe's.
 * `detail`, `where`, `command`, `config`, `headers` and the like are left out because a value may stand in them.
 */
const safeFields =
  'code errno syscall address port status statusCode severity schema table column constraint routine requestId type'.split(
    ' ',
  )
const fieldLengthMax = 100
const messageLengthMax = 500
const framesMax = 12
/** A cause of a cause, and so on; also how many of several errors at once are told. */
const depthMax = 4

/** The serializer of errors. Where something else was thrown, only its kind is told. */
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

/** Where it happened, without the message that V8 writes in front. */
function framesOf({ stack }: Error): string {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, framesMax).join('\n')
}

/** What looks like a credential in a library's sentence, each with what stays of it. */
const credentials: readonly (readonly [RegExp, string])[] = [
  // Of an address: who asks, and everything after the question mark.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@'],
  [/(\w\/?)\?[^\s"'<>]*=[^\s"'<>]*/g, '$1?…'],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, '$1 …'],
  // Redis repeats what it did not understand.
  [/(with args beginning with:).*/gs, '$1 …'],
  // A long run that is no identifier of ours and no word: keys, hashes, tokens.
  [/(?<![\w-])(?![0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b)(?=[\w+=~-]*\d)[\w+=~-]{24,}/gi, '…'],
]

/** A sentence without what looks like a credential; identifiers stay. */
export function scrub(text: string): string {
  return credentials.reduce((left, [pattern, kept]) => left.replaceAll(pattern, kept), text)
}
