import express from 'express'
import { openDoor } from './http.ts'
import type { Log } from './log.ts'
import { gauge, renderMetrics } from './metrics.ts'
import { missingOf, mountProbes, type Checks } from './probes.ts'

const dependencyUp = gauge('dependency_up', 'Whether what the service relies on answers', ['name'])

/** What a service shows to whoever runs it. */
export type Watched = {
  /** What this process can do no request without: while one is missing, it must get none. */
  readonly needs?: Checks
  /** What is worth knowing besides. */
  readonly relies?: Checks
  /** Sets the gauges that are looked up only when somebody asks. */
  readonly measure?: () => Promise<void>
}

type Options = {
  readonly host: string
  readonly port: number
  readonly log: Log
  readonly isServing: () => boolean
  readonly watched: () => Watched
}

/** The inner port of a service: `/metrics` for Prometheus, `/healthz` and `/readyz` for the supervisor. Never public. */
export async function openOpsDoor({ host, port, log, isServing, watched }: Options) {
  const app = express().disable('x-powered-by').disable('etag')
  mountProbes(app, () => ({ process: async () => isServing(), ...watched().needs }))
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
