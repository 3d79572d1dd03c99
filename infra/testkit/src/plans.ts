import { connect } from '@equerre/local/servers/databases'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Servers } from './servers.ts'

/** A statement, and how it reads a table: what it does, and how many rows it read there. */
export type Scan = {
  readonly statement: string
  readonly table: string
  readonly node: string
  readonly rows: number
}

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}
type Logged = { readonly 'Query Text': string; readonly Plan: Plan }

/**
 * Makes Postgres log the plan of every statement that the services run in a database from their next connection on, those inside
 * functions, triggers and foreign keys too.
 */
export async function logPlans(adminUrl: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '0',
  }
  await using admin = await connect(adminUrl)
  const name = admin.escapeIdentifier(new URL(adminUrl).pathname.slice(1))
  for (const [setting, value] of Object.entries(settings))
    await admin.query(`alter database ${name} set ${setting} = '${value}'`)
  // Of the test itself, nothing.
  await admin.query(`alter role current_user in database ${name} set auto_explain.log_min_duration = -1`)
}

/** Reads the plans that are logged from now on. */
export function watchPlans({ runDir }: Servers): () => readonly Scan[] {
  const log = path.join(runDir, 'postgres.log')
  const from = statSync(log).size
  return () => plansIn(readFileSync(log).subarray(from).toString()).flatMap(scansOf)
}

/** A record of several lines continues with a tab. */
function plansIn(log: string): Logged[] {
  return log
    .split(/\n(?!\t)/)
    .filter((record) => /LOG: {2}duration: \S+ ms {2}plan:\n\t\{/.test(record))
    .map((record) => JSON.parse(record.slice(record.indexOf('\n'))) as Logged)
}

function scansOf({ 'Query Text': text, Plan: plan }: Logged): Scan[] {
  return nodesOf(plan).flatMap((node) => {
    const table = node['Relation Name']
    if (table === undefined || node['Actual Loops'] === 0) return []
    const each =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    const index = node['Index Name'] ? ` on ${node['Index Name']}` : ''
    const statement = text.replaceAll(/\s+/g, ' ').trim()
    return [{ statement, table, node: node['Node Type'] + index, rows: each * node['Actual Loops'] }]
  })
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
