import type { Problem } from './contract.ts'

/**
 * Why a call failed: a code of the service’s reference, or one of ours. `network`: no answer arrived; `timeout`: none within the time
 * allowed; `unexpected_answer`: it is not the service’s; `signature_invalid`: a webhook’s delivery is not the service’s, or too old.
 */
export type ErrorCode = Problem['code'] | 'network' | 'timeout' | 'unexpected_answer' | 'signature_invalid'

type Facts = {
  readonly code: ErrorCode
  /** A sentence to show as it is, in the language asked for. */
  readonly detail: string
  /** HTTP status; absent where nothing was answered. */
  readonly status?: number | undefined
  /** To name to the service’s support. */
  readonly requestId?: string | undefined
  /** Whole seconds until the call makes sense again, where the service says. */
  readonly retryAfterS?: number | undefined
  readonly cause?: unknown
}

/** Everything that a call throws, but for what its `signal` is aborted with. */
export class EquerreError extends Error {
  override readonly name = 'EquerreError'
  readonly code: ErrorCode
  readonly detail: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfterS: number | undefined

  constructor({ code, detail, status, requestId, retryAfterS, cause }: Facts) {
    super(detail, cause === undefined ? undefined : { cause })
    this.code = code
    this.detail = detail
    this.status = status
    this.requestId = requestId
    this.retryAfterS = retryAfterS
  }

  /** @param response one that is no success; its body is read */
  static async of(response: Response): Promise<EquerreError> {
    const { status } = response
    const retryAfterS = retryAfterOf(response)
    const text = await response.text().catch(() => '')
    try {
      const { code, detail, request_id: requestId } = JSON.parse(text) as Problem
      if (typeof code === 'string' && typeof detail === 'string')
        return new EquerreError({ code, detail, status, requestId, retryAfterS })
    } catch {
      // Whatever stands in front of the service may answer for it, in its own words.
    }
    const detail = `The answer ${status} is not one of the service: is the address right?`
    return new EquerreError({ code: 'unexpected_answer', detail, status, retryAfterS })
  }
}

/** What a success says. @throws EquerreError if it breaks off, or is not the service’s */
export async function jsonOf<Reply>(response: Response): Promise<Reply> {
  try {
    return (await response.json()) as Reply
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new EquerreError({
        code: 'unexpected_answer',
        detail: 'The answer is not one of the service: is the address right?',
        status: response.status,
        cause: error,
      })
    throw new EquerreError({ code: 'network', detail: 'The answer broke off.', cause: error })
  }
}

/** Of an answer’s `Retry-After`, the seconds. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? undefined)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
