import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { composeVariables } from '../deployment/compose.ts'
import { renderSizes } from '../deployment/sizing.ts'
import { redisUsersFile } from '@equerre/local/servers/redis-users'
import { cloneFolder } from '@equerre/local/tools'
import { renderEnvExample, renderVariableTable } from './variables.ts'

/**
 * The files generated from the sources: the example environment for compose, the guide with its tables, Redis'
 * users.
 */
export function writtenFiles(): { file: string; text: string }[] {
  const guide = path.join(cloneFolder, 'infra/operating.md')
  const { asked, needed } = composeVariables()
  return [
    { file: path.join(cloneFolder, '.env.example'), text: renderEnvExample(asked, needed) },
    { file: guide, text: withTables(readFileSync(guide, 'utf8')) },
    { file: path.join(cloneFolder, 'k8s/overlays/dev/redis-users.conf'), text: redisUsersFile },
  ]
}

function withTables(text: string): string {
  return withTable(withTable(text, 'variables', renderVariableTable()), 'sizes', renderSizes())
}

/** Replaces what is between the marks of a name. */
function withTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, rest = ''] = text.split(start)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`the guide has no place for the table of ${name}`)
  return `${before}${start}\n\n${table}\n\n${end}${after}`
}

if (import.meta.main) for (const { file, text } of writtenFiles()) writeFileSync(file, text)
