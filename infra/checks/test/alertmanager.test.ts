import { findGoTool } from '@equerre/local/go-tools'
import { freePort, startServer, waitUntilReady } from '@equerre/local/servers/server-process'
import { cloneFolder } from '@equerre/local/tools'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'

const alertmanager = findGoTool('alertmanager', 'github.com/prometheus/alertmanager/cmd/alertmanager@v0.28.1')
const config = path.join(cloneFolder, 'infra/observability/alertmanager.yml')
const knownMs = 10_000

type Alert = {
  readonly labels: Readonly<Record<string, string>>
  readonly status: { readonly state: string }
}
type Labels = { readonly alertname: string } & Readonly<Record<string, string>>

const severities = new Map(
  (
    parse(readFileSync(path.join(cloneFolder, 'infra/observability/alerts.yml'), 'utf8')) as {
      groups: { rules: { alert?: string; labels?: { severity: string } }[] }[]
    }
  ).groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ alert, labels }) => (alert ? [[alert, labels!.severity] as const] : [])),
)

let folder: string
let url: string
let server: Awaited<ReturnType<typeof startServer>> | null = null
beforeAll(async () => {
  if (!alertmanager) return
  folder = mkdtempSync(path.join(tmpdir(), 'equerre-alerts-'))
  const address = `127.0.0.1:${await freePort()}`
  url = `http://${address}`
  const logFile = path.join(folder, 'log')
  server = await startServer({
    command: alertmanager,
    parameters: [
      `--config.file=${config}`,
      `--storage.path=${folder}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    ],
    logFile,
    options: { cwd: folder },
  })
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntilReady(server, { isReady, timeoutMs: 20_000, logFile })
})
afterAll(async () => {
  await server?.stop('SIGTERM', 5_000)
  if (folder) rmSync(folder, { recursive: true, force: true })
})
beforeEach(({ skip }) => {
  if (!alertmanager) skip('Alertmanager is not on PATH, and Go, which could build it, is not there')
})

let firing: readonly Labels[] = []
afterEach(async () => {
  await post(firing, { endsAt: new Date(Date.now() - 1_000).toISOString() })
  firing = []
})

async function post(alerts: readonly Labels[], more: { readonly endsAt?: string } = {}): Promise<void> {
  const body = JSON.stringify(
    alerts.map((labels) => ({
      labels: { ...labels, severity: severities.get(labels.alertname) ?? 'unknown' },
      ...more,
    })),
  )
  if (alerts.length === 0) return
  await fetch(`${url}/api/v2/alerts`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
}

/** Fires alerts in an Alertmanager of our configuration, and says which of them reach somebody. */
async function reaching(fired: readonly Labels[]): Promise<string[]> {
  firing = fired
  await post(fired)
  const until = Date.now() + knownMs
  for (;;) {
    const all = (await (await fetch(`${url}/api/v2/alerts`)).json()) as Alert[]
    const known = all.filter(({ status }) => status.state !== 'unprocessed')
    if (known.length >= fired.length || Date.now() > until)
      return known
        .filter(({ status }) => status.state === 'active')
        .map(({ labels: { alertname, name } }) => (name ? `${alertname} ${name}` : alertname!))
        .toSorted()
    await sleep(100)
  }
}

it('pages once when Redis is away, whatever follows from it, and never holds back an alert about money', async () => {
  const away: Labels[] = [
    ...['gateway', 'auth', 'billing', 'vision-worker'].map((service) => ({
      alertname: 'DependencyDown',
      service,
      name: 'redis',
    })),
    { alertname: 'DependencyDown', service: 'gateway', name: 'vision-rectify' },
    ...[
      'ErrorBudgetBurnsFast',
      'LaneLate',
      'StepsStuck',
      'CustomersTurnedAway',
      'PaymentsLate',
      'LedgerUnchecked',
    ].map((alertname) => ({ alertname })),
    { alertname: 'LedgerBroken' },
    { alertname: 'PaymentRefused' },
    { alertname: 'CellForgery' },
  ]
  for (const { alertname } of away) expect(severities.get(alertname), alertname).toBeDefined()
  const seen = await reaching(away)
  expect([...new Set(seen)]).toEqual([
    'CellForgery',
    'DependencyDown redis',
    'LedgerBroken',
    'PaymentRefused',
  ])
  const groups = (await (await fetch(`${url}/api/v2/alerts/groups?active=true&inhibited=false`)).json()) as {
    labels: Record<string, string>
    receiver: { name: string }
  }[]
  const redis = groups.filter(({ labels }) => labels['alertname'] === 'DependencyDown')
  expect(redis).toMatchObject([{ labels: { name: 'redis' }, receiver: { name: 'pager' } }])
})

it('pages once when the storage fails, and never holds back an alert about money', async () => {
  const seen = await reaching([
    { alertname: 'StorageFailing', operation: 'put' },
    ...['ErrorBudgetBurnsFast', 'RectifySlow', 'JobsFailing', 'StepsGivenUp', 'PeriodicTaskLate'].map(
      (alertname) => ({ alertname }),
    ),
    { alertname: 'HoldTooOld' },
    { alertname: 'DependencyDown', service: 'gateway', name: 'auth' },
  ])
  expect(seen).toEqual(['DependencyDown auth', 'HoldTooOld', 'StorageFailing'])
})

it('holds back only alerts that exist', () => {
  const { inhibit_rules: rules } = parse(readFileSync(config, 'utf8')) as {
    inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[]
  }
  const named = rules
    .flatMap((rule) => [...rule.source_matchers, ...rule.target_matchers])
    .flatMap((matcher) => /^alertname (?:=|=~) "?([^"]+)"?$/.exec(matcher)?.[1]?.split('|') ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !severities.has(name))).toEqual([])
})
