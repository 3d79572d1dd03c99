import express from 'express'
import { openDoor } from './http.ts'
import type { Log } from './log.ts'
import { gauge, renderMetrics } from './metrics.ts'
import { missingOf, mountProbes, type Checks } from './probes.ts'

const dependencyUp = gauge('dependency_up', 'Whether a dependency of the service responds', ['name'])

/** What a service exposes to its operator. */
export type Watched = {
  /** Checks without which this process can serve no request: while one fails, it must get none. */
  readonly needs?: Checks
  /** Checks that are reported too, but whose failure does not make the process unready. */
  readonly relies?: Checks
  /** Checks whose failure is named, and leaves the process ready: every other process lacks the same. */
  readonly degradedBy?: Checks
  /** Updates the gauges that are only computed on request. */
  readonly measure?: () => Promise<void>
}

type Options = {
  readonly host: string
  readonly port: number
  readonly log: Log
  readonly isServing: () => boolean
  readonly watched: () => Watched
}

/** The internal port of a service: `/metrics` for Prometheus, `/healthz` and `/readyz` for the supervisor. Never public. */
export async function openOpsDoor({ host, port, log, isServing, watched }: Options) {
  const app = express().disable('x-powered-by').disable('etag')
  mountProbes(
    app,
    () => ({ process: async () => isServing(), ...watched().needs }),
    () => watched().degradedBy ?? {},
  )
  app.get('/metrics', async (_request, response) => {
    await measure(watched(), log)
    const { mime, text } = await renderMetrics()
    response.set('Content-Type', mime).send(text)
  })
  return openDoor(app, { host, port })
}

async function measure({ needs, relies, measure: look }: Watched, log: Log): Promise<void> {
  const checks = { ...needs, ...relies }
  const [missing] = await Promise.all([
    missingOf(checks),
    look?.().catch((error: unknown) => log.warn({ err: error }, 'some metrics could not be measured')),
  ])
  for (const name of Object.keys(checks)) dependencyUp.set({ name }, missing.includes(name) ? 0 : 1)
}
