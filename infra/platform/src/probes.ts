import type { Router } from 'express'
import packageFacts from '../../../package.json' with { type: 'json' }

/** What a service needs to do its work, by name; each check says whether it is available. */
export type Checks = Readonly<Record<string, () => Promise<boolean>>>

const timeoutMs = 1_000
const cacheMs = 1_000
const { version } = packageFacts

/**
 * `healthz` checks nothing, so that an outage elsewhere never restarts this process; `readyz` runs every
 * check and names what is missing.
 * @param degradedBy checks whose failure is only named: the answer stays 200
 */
export function mountProbes(
  router: Router,
  checks: () => Checks,
  degradedBy: () => Checks = () => ({}),
): void {
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version })
  })
  let look: Promise<[string[], string[]]> | undefined
  router.get('/readyz', async (_request, response) => {
    // Anybody may ask, as often as they like: one round of checks a second serves them all.
    if (!look) {
      look = Promise.all([missingOf(checks()), missingOf(degradedBy())])
      setTimeout(() => (look = undefined), cacheMs).unref()
    }
    const [missing, degraded] = await look
    const working = degraded.length === 0 ? 'ok' : 'degraded'
    const status = missing.length === 0 ? working : 'unavailable'
    response
      .set('Cache-Control', 'no-store')
      .status(status === 'unavailable' ? 503 : 200)
      .json({ status, version, missing, degraded })
  })
}

/** Names of the checks that fail, throw or take too long. */
export async function missingOf(checks: Checks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await inTime(check)) ? [] : [name])),
  )
  return results.flat()
}

async function inTime(check: () => Promise<boolean>): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
  return Promise.race([check().catch(() => false), tooLate])
}
