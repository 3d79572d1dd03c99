import { findPromtool } from '@equerre/local/debian-tools'
import { cloneFolder } from '@equerre/local/tools'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'

const here = path.join(cloneFolder, 'infra/observability')
const promtool = findPromtool()
const missing = 'promtool is not on PATH, and Debian’s package prometheus cannot be downloaded'

type Rule = {
  record?: string
  alert?: string
  expr: string
  labels?: { severity: string }
  annotations?: { runbook: string }
}
type Case = {
  alert_rule_test: readonly { alertname: string; exp_alerts?: readonly unknown[] }[]
}
type Panel = { title: string; targets?: readonly { expr: string }[] }

const read = (name: string) => readFileSync(path.join(here, name), 'utf8')
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const cases = (parse(read('alerts.test.yml')) as { tests: Case[] }).tests.flatMap(
  ({ alert_rule_test }) => alert_rule_test,
)
const panels = (JSON.parse(read('dashboard.json')) as { panels: Panel[] }).panels

describe('the alerts', () => {
  it('fire when they should and not before (promtool)', ({ skip }) => {
    if (!promtool) return skip(missing)
    const told = execFileSync(promtool.command, ['test', 'rules', 'alerts.test.yml'], {
      cwd: here,
      encoding: 'utf8',
    })
    expect(told).toContain('SUCCESS')
  })

  it('are what the scrape configuration beside them loads (promtool)', ({ skip }) => {
    if (!promtool) return skip(missing)
    const folder = mkdtempSync(path.join(tmpdir(), 'equerre-scrape-'))
    writeFileSync(path.join(folder, 'alerts.yml'), read('alerts.yml'))
    // Debian builds Prometheus without its knowledge of Kubernetes: that part alone stays unchecked.
    const { scrape_configs: jobs, ...rest } = parse(read('prometheus.yml'))
    const known = jobs.map(({ kubernetes_sd_configs: _pods, ...job }: Record<string, unknown>) => job)
    const file = path.join(folder, 'prometheus.yml')
    writeFileSync(file, stringify({ ...rest, scrape_configs: known }))
    const told = execFileSync(promtool.command, ['check', 'config', file], { encoding: 'utf8' })
    expect(told).toContain('SUCCESS: 1 rule files found')
    expect(jobs.map(({ job_name: name }: { job_name: string }) => name)).toEqual(['equerre'])
    rmSync(folder, { recursive: true })
  })

  it('stand in the operator’s guide, each with its severity and its page', () => {
    const guide = readFileSync(path.join(cloneFolder, 'infra/operating.md'), 'utf8')
    for (const { alert, labels } of alerts)
      expect(guide).toContain(`| [${alert}](observability/runbooks/${alert}.md) | ${labels!.severity} |`)
  })

  it.each(alerts.map(({ alert, annotations }) => [alert!, annotations!.runbook]))(
    '%s has a case in which it fires, one in which it does not, and a page of the runbook',
    (alert, runbook) => {
      const own = cases.filter(({ alertname }) => alertname === alert)
      expect(own.some(({ exp_alerts }) => exp_alerts !== undefined)).toBe(true)
      expect(own.some(({ exp_alerts }) => exp_alerts === undefined)).toBe(true)
      expect(runbook).toBe(`infra/observability/runbooks/${alert}.md`)
      expect(readFileSync(path.join(cloneFolder, runbook), 'utf8')).toMatch(new RegExp(`^# ${alert}\n`))
    },
  )

  it('have no page that belongs to none of them, and every link of a page leads somewhere', () => {
    const pages = readdirSync(path.join(here, 'runbooks'))
    expect(pages.toSorted()).toEqual(alerts.map(({ alert }) => `${alert}.md`).toSorted())
    const links = pages.flatMap((page) =>
      [...read(`runbooks/${page}`).matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!),
    )
    expect(links.filter((link) => !existsSync(path.join(here, 'runbooks', link)))).toEqual([])
  })
})

/** Names that Prometheus, Node’s own metrics and our rules bring. */
const known = /^(up|(process|nodejs)_\w+|equerre:[\w:]+)$/
const syntax = new Set(
  'sum max min by on and or rate increase time absent histogram_quantile count group_left'.split(' '),
)

/** Every metric that an expression names: what is no function, no keyword and no label. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    .replaceAll(/\b(by|on|group_left) \([^)]*\)/g, '')
  return [...bare.matchAll(/[a-z_][\w:]*/g)].map(([name]) => name).filter((name) => !syntax.has(name))
}

/** The names that the services register, by text. */
function registered(): Set<string> {
  const sources = ['infra/platform/src', ...readdirSync(path.join(cloneFolder, 'services')).map(sourceOf)]
  const texts = sources.flatMap((folder) =>
    readdirSync(path.join(cloneFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(cloneFolder, folder, file), 'utf8')),
  )
  const names = texts
    .flatMap((text) => [...text.matchAll(/\b(seconds|gauge|counter)\(\s*'(\w+)'/g)])
    .flatMap(([, kind, name]) =>
      kind === 'seconds' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    )
  return new Set(names)
}
const sourceOf = (service: string) => `services/${service}/src`

describe('the dashboard and the alerts', () => {
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]

  it('name only metrics that some service has', () => {
    const names = registered()
    expect(names.size).toBeGreaterThan(20)
    expect(metricsIn('sum by (a) (rate(x_total{b="c"}[5m])) / y')).toEqual(['x_total', 'y'])
    const unknown = expressions.flatMap(metricsIn).filter((name) => !known.test(name) && !names.has(name))
    expect(unknown).toEqual([])
  })

  it('ask in Prometheus’ language (promtool)', ({ skip }) => {
    if (!promtool) return skip(missing)
    const folder = mkdtempSync(path.join(tmpdir(), 'equerre-rules-'))
    const asRules = expressions.map((expr, index) => ({ record: `expression:${index}`, expr }))
    writeFileSync(path.join(folder, 'all.yml'), stringify({ groups: [{ name: 'all', rules: asRules }] }))
    const told = execFileSync(promtool.command, ['check', 'rules', 'all.yml'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(told).toContain(`SUCCESS: ${expressions.length} rules found`)
    rmSync(folder, { recursive: true })
  })
})
