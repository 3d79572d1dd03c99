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
    const output = execFileSync(promtool.command, ['test', 'rules', 'alerts.test.yml'], {
      cwd: here,
      encoding: 'utf8',
    })
    expect(output).toContain('SUCCESS')
  })

  it('are loaded by the scrape configuration beside them (promtool)', ({ skip }) => {
    if (!promtool) return skip(missing)
    const folder = mkdtempSync(path.join(tmpdir(), 'equerre-scrape-'))
    writeFileSync(path.join(folder, 'alerts.yml'), read('alerts.yml'))
    // Debian builds Prometheus without support for Kubernetes: only that part stays unchecked.
    const { scrape_configs: jobs, ...rest } = parse(read('prometheus.yml'))
    const known = jobs.map(({ kubernetes_sd_configs: _pods, ...job }: Record<string, unknown>) => job)
    const file = path.join(folder, 'prometheus.yml')
    writeFileSync(file, stringify({ ...rest, scrape_configs: known }))
    const output = execFileSync(promtool.command, ['check', 'config', file], { encoding: 'utf8' })
    expect(output).toContain('SUCCESS: 1 rule files found')
    expect(jobs.map(({ job_name: name }: { job_name: string }) => name)).toEqual(['equerre'])
    rmSync(folder, { recursive: true })
  })

  it('are in the operator’s guide, each with its severity and its runbook', () => {
    const guide = readFileSync(path.join(cloneFolder, 'infra/operating.md'), 'utf8')
    for (const { alert, labels } of alerts)
      expect(guide).toContain(`| [${alert}](observability/runbooks/${alert}.md) | ${labels!.severity} |`)
  })

  it.each(alerts.map(({ alert, annotations }) => [alert!, annotations!.runbook]))(
    '%s has a case where it fires, one where it does not, and a runbook',
    (alert, runbook) => {
      const own = cases.filter(({ alertname }) => alertname === alert)
      expect(own.some(({ exp_alerts }) => exp_alerts !== undefined)).toBe(true)
      expect(own.some(({ exp_alerts }) => exp_alerts === undefined)).toBe(true)
      expect(runbook).toBe(`infra/observability/runbooks/${alert}.md`)
      expect(readFileSync(path.join(cloneFolder, runbook), 'utf8')).toMatch(new RegExp(`^# ${alert}\n`))
    },
  )

  it('have no runbook too many, and every link in a runbook works', () => {
    const pages = readdirSync(path.join(here, 'runbooks'))
    expect(pages.toSorted()).toEqual(alerts.map(({ alert }) => `${alert}.md`).toSorted())
    const links = pages.flatMap((page) =>
      [...read(`runbooks/${page}`).matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link!),
    )
    expect(links.filter((link) => !existsSync(path.join(here, 'runbooks', link)))).toEqual([])
  })
})

/** Names that come from Prometheus, from Node’s own metrics and from our rules. */
const known = /^(up|(process|nodejs)_\w+|equerre:[\w:]+)$/
const syntax = new Set(
  'sum max min by on and or unless rate increase time absent histogram_quantile count group_left'.split(' '),
)

/** Every metric in an expression: each name that is not a function, a keyword or a label. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    .replaceAll(/\b(by|on|group_left) \([^)]*\)/g, '')
  return [...bare.matchAll(/[a-z_][\w:]*/g)].map(([name]) => name).filter((name) => !syntax.has(name))
}

/** The metric names that the services register, found in their source text. */
function registered(): Set<string> {
  const sources = ['infra/platform/src', ...readdirSync(path.join(cloneFolder, 'services')).map(sourceOf)]
  const texts = sources.flatMap((folder) =>
    readdirSync(path.join(cloneFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(cloneFolder, folder, file), 'utf8')),
  )
  const names = texts
    .flatMap((text) => [...text.matchAll(/\b(seconds|histogram|gauge|counter)\(\s*'(\w+)'/g)])
    .flatMap(([, kind, name]) =>
      kind === 'seconds' || kind === 'histogram'
        ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
        : [name!],
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

  it('use valid PromQL (promtool)', ({ skip }) => {
    if (!promtool) return skip(missing)
    const folder = mkdtempSync(path.join(tmpdir(), 'equerre-rules-'))
    const asRules = expressions.map((expr, index) => ({ record: `expression:${index}`, expr }))
    writeFileSync(path.join(folder, 'all.yml'), stringify({ groups: [{ name: 'all', rules: asRules }] }))
    const output = execFileSync(promtool.command, ['check', 'rules', 'all.yml'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(output).toContain(`SUCCESS: ${expressions.length} rules found`)
    rmSync(folder, { recursive: true })
  })
})
