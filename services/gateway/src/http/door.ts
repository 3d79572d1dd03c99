import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@equerre/contract/endpoint'
import { mount, type Answer, type Sent } from '@equerre/platform/http'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { Context } from '../context.ts'
import { readBody } from './body.ts'
import { admit, visitorOf, type Visitor } from './visitor.ts'

type Visited<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly visitor: Visitor
  readonly request: Request
  readonly response: Response
}

/** Mounts an endpoint for identified callers: admit, parse, call, answer. */
export function open<E extends Endpoint>(
  ctx: Context,
  router: Router,
  door: {
    endpoint: E
    /** Throws for whom it is not for, before a body is read. */
    refuse?: (visitor: Visitor) => void
    handle: (visit: Visited<E>) => Promise<Answer<ReplyOf<E>> | Answer<unknown> | Sent>
  },
): void {
  const { endpoint, refuse, handle } = door
  const turnAway: RequestHandler = (_request, response, next) => {
    refuse?.(visitorOf(response))
    next()
  }
  mount(router, endpoint, {
    before: [admit(ctx, endpoint), ...(refuse ? [turnAway] : []), ...readBody(ctx, endpoint)],
    handle: (call) => {
      const { response } = call
      return handle({ ...call, request: response.req, visitor: visitorOf(response) })
    },
  })
}
