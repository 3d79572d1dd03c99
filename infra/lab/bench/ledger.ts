import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { connect, databaseUrls, prepareDatabase } from '@equerre/local/servers/databases'
import { startPostgres } from '@equerre/local/servers/postgres'
import { makeSecrets, openStateFolder } from '@equerre/local/state-folder'

/**
 * Holds per second on a fresh Postgres that syncs every commit, beside the rate at which this disk can sync.
 */

const connections = 32
const measureMs = 10_000
const warmUpMs = 1_000
const fsyncMs = 3_000
const walletsSpread = 10_000
const creditsEach = 100_000_000
const pageBytes = 8_192

type Rate = { readonly perSecond: number; readonly medianMs: number; readonly p99Ms: number }

const state = openStateFolder()
const folder = path.join(state.dir, `bench-${process.pid}`)
const secrets = makeSecrets()
mkdirSync(folder)
try {
  const postgres = await startPostgres({
    state,
    dataDir: path.join(state.dir, `bench-${process.pid}-data`),
    password: secrets.admin,
    logFile: path.join(folder, 'postgres.log'),
  })
  try {
    const urls = databaseUrls(postgres.adminUrl, 'bench', secrets)
    await prepareDatabase(urls, secrets)
    const wallets = await openWallets(urls.gateway)
    const report = [
      ['fdatasync, one writer', await measureFsync(path.join(folder, 'fsync'))],
      ['holds on one wallet', await measureHolds(urls.gateway, wallets.slice(0, 1))],
      [`holds over ${walletsSpread} wallets`, await measureHolds(urls.gateway, wallets)],
    ] as const
    console.log(`${connections} connections, ${measureMs / 1_000} s each`)
    for (const [what, { perSecond, medianMs, p99Ms }] of report) {
      console.log(
        `${what.padEnd(26)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${medianMs.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`,
      )
    }
  } finally {
    await postgres.stop()
  }
} finally {
  for (const dir of [folder, `${folder}-data`]) rmSync(dir, { recursive: true, force: true })
}

async function openWallets(url: string): Promise<string[]> {
  const wallets = Array.from({ length: walletsSpread }, () => randomUUID())
  await using client = await connect(url)
  await client.query('select billing.grant_guest(id, $2) from unnest($1::uuid[]) as id', [
    wallets,
    creditsEach,
  ])
  return wallets
}

async function measureHolds(url: string, wallets: readonly string[]): Promise<Rate> {
  let turn = 0
  const loop = async (take: () => Promise<void>, deadline: number) => {
    const times: number[] = []
    while (performance.now() < deadline) times.push(await timed(take))
    return times
  }
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(url)))
  const run = async (durationMs: number) => {
    const deadline = performance.now() + durationMs
    const perClient = clients.map((client) =>
      loop(async () => {
        const wallet = wallets[turn++ % wallets.length]
        const { rows } = await client.query('select billing.hold($1, $2, 1) as held', [wallet, randomUUID()])
        if (rows[0]?.held !== true) throw new Error('a wallet ran dry: the figure would mean nothing')
      }, deadline),
    )
    return (await Promise.all(perClient)).flat()
  }
  try {
    await run(warmUpMs)
    return rateOf(await run(measureMs), measureMs)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** One page written and synced at a time, like commits that share no sync. */
async function measureFsync(file: string): Promise<Rate> {
  const handle = await open(file, 'w')
  const page = Buffer.alloc(pageBytes, 1)
  const times: number[] = []
  const deadline = performance.now() + fsyncMs
  while (performance.now() < deadline) {
    times.push(
      await timed(async () => {
        await handle.write(page, 0, pageBytes, 0)
        await handle.datasync()
      }),
    )
  }
  await handle.close()
  return rateOf(times, fsyncMs)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function rateOf(times: readonly number[], durationMs: number): Rate {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { perSecond: (times.length * 1_000) / durationMs, medianMs: at(0.5), p99Ms: at(0.99) }
}
