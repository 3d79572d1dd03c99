import { loginErrors, loginPaths, type LoginError } from '@equerre/contract/identity'
import { addressIn, readAddress } from '@equerre/contract/language'
import { pagePaths } from '@equerre/contract/pages'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { Context } from '../context.ts'
import { beginSignIn } from '../flow/begin-sign-in.ts'
import { finishSignIn } from '../flow/finish-sign-in.ts'
import { cookiesOf, setPendingSignIn, setSession, siteOf } from './cookies.ts'

/** The two navigations of a sign-in. A person sees them, so nothing here answers JSON. */
export function mountGoogleSignIn(ctx: Context, router: Router): void {
  const page = (turn: (request: Request, response: Response) => Promise<string>): RequestHandler => {
    return async (request, response) => go(response, await orBackToLogin(ctx, turn(request, response)))
  }
  router.get(
    loginPaths.google,
    page(async (request, response) => {
      const next = textOf(request, 'next')
      const { location, pendingSignIn } = await beginSignIn(ctx, { site: siteOf(request), next })
      setPendingSignIn(response, pendingSignIn)
      return location
    }),
  )
  router.get(
    loginPaths.callback,
    page(async (request, response) => {
      const { session: formerSession, pendingSignIn } = cookiesOf(request)
      const back = { site: siteOf(request), query: queryOf(request), pendingSignIn, formerSession }
      const { next, error, session } = await finishSignIn(ctx, back)
      setPendingSignIn(response, null)
      if (error !== undefined) return loginPage(error, next)
      setSession(response, session)
      return next
    }),
  )
}

/** An unexpected error is logged, and the person sees one sentence on the sign-in page. */
async function orBackToLogin(ctx: Context, turn: Promise<string>): Promise<string> {
  try {
    return await turn
  } catch (error) {
    ctx.log.error({ err: error }, 'sign-in failed')
    return loginPage('unavailable', pagePaths.account)
  }
}

function go(response: Response, location: string): void {
  response.set('Cache-Control', 'no-store').redirect(location)
}

function loginPage(error: LoginError, next: string): string {
  const login = addressIn(readAddress(next).language, pagePaths.login)
  return `${login}?${new URLSearchParams({ erreur: loginErrors[error], next })}`
}

function queryOf(request: Request) {
  const names = ['code', 'state', 'error'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(request, name)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

/** The value of a query parameter; one that is repeated counts as absent. */
function textOf(request: Request, name: string): string | undefined {
  const value = request.query[name]
  return typeof value === 'string' ? value : undefined
}
