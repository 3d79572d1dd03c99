import { databaseUrls, prepareDatabase } from '@equerre/local/servers/databases'
import { startPostgres, stopForgottenPostgres } from '@equerre/local/servers/postgres'
import { stopForgottenRedis } from '@equerre/local/servers/redis'
import { commandOf } from '@equerre/local/servers/server-process'
import { makeSecrets, openStateFolder, type Secrets } from '@equerre/local/state-folder'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

/** What the test files of a run share. */
export type Servers = {
  /** The administrator's address of this run's own Postgres. */
  readonly adminUrl: string
  /** A migrated database without connections, to copy from. */
  readonly template: string
  readonly secrets: Secrets
  /** A folder that is deleted after the run. */
  readonly runDir: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    servers: Servers
  }
}

/** Data of a test run need not survive a crash. */
const unsafeSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** Vitest's global setup: one Postgres for all projects of a run, started by the first that needs it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const root = project.vitest.getRootProject()
  if (root.getProvidedContext().servers) return undefined
  const { servers, stop } = await startServers()
  project.vitest.provide('servers', servers)
  return stop
}

type RunningServers = {
  readonly servers: Servers
  /** Kills Postgres; the returned function starts it again with the same data. */
  readonly losePostgres: () => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}

/** @param settings of Postgres; by default those with which a crash may lose data, for speed */
export async function startServers(settings = unsafeSettings): Promise<RunningServers> {
  const state = openStateFolder()
  await removeForgottenRuns(state.dir)
  const runDir = mkdtempSync(path.join(state.dir, `run-${process.pid}-`))
  chmodSync(runDir, 0o711)
  const secrets = makeSecrets()
  const start = (port?: number) =>
    startPostgres({
      state,
      dataDir: path.join(runDir, 'postgres'),
      password: secrets.admin,
      logFile: path.join(runDir, 'postgres.log'),
      settings,
      ...(port && { port }),
    })
  let postgres = await start()
  const losePostgres = async () => {
    await postgres.kill()
    return async () => {
      postgres = await start(Number(new URL(postgres.adminUrl).port))
    }
  }
  const stop = async () => {
    await postgres.stop()
    rmSync(runDir, { recursive: true, force: true, maxRetries: 3 })
  }
  const servers = { adminUrl: postgres.adminUrl, template: 'template_equerre', secrets, runDir }
  try {
    await prepareDatabase(databaseUrls(servers.adminUrl, servers.template, secrets), secrets)
    return { servers, losePostgres, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates a product's folder within the run; `removeForgottenRuns` finds its Redis by the folder's name. */
export function makeProductFolder({ runDir }: Servers): string {
  const dir = mkdtempSync(path.join(runDir, 'product-'))
  mkdirSync(path.join(dir, 'logs'))
  return dir
}

/** A killed run could not clean up: the next one does. */
async function removeForgottenRuns(stateDir: string): Promise<void> {
  for (const name of readdirSync(stateDir)) {
    const pid = /^run-(\d+)-/.exec(name)?.[1]
    if (!pid || commandOf(Number(pid)) !== '') continue
    try {
      await removeRun(path.join(stateDir, name))
    } catch (error) {
      // Another run that starts at the same time does the same, and was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function removeRun(runDir: string): Promise<void> {
  await stopForgottenPostgres(path.join(runDir, 'postgres'))
  for (const entry of readdirSync(runDir)) {
    if (entry.startsWith('product-')) await stopForgottenRedis(path.join(runDir, entry, 'redis'))
  }
  rmSync(runDir, { recursive: true, force: true, maxRetries: 5 })
}
