import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { composeVariables } from '../deployment/compose.ts'
import { redisUsersFile } from '@equerre/local/servers/redis-users'
import { cloneFolder } from '@equerre/local/tools'
import { renderEnvExample, renderVariableTable } from './variables.ts'

const marks = ['<!-- variables -->', '<!-- /variables -->'] as const

/**
 * The files generated from the sources: the example environment for compose, the guide with its table, Redis'
 * users.
 */
export function writtenFiles(): { file: string; text: string }[] {
  const guide = path.join(cloneFolder, 'infra/operating.md')
  const { asked, needed } = composeVariables()
  return [
    { file: path.join(cloneFolder, '.env.example'), text: renderEnvExample(asked, needed) },
    { file: guide, text: withTable(readFileSync(guide, 'utf8')) },
    { file: path.join(cloneFolder, 'k8s/overlays/dev/redis-users.conf'), text: redisUsersFile },
  ]
}

function withTable(text: string): string {
  const [before, rest = ''] = text.split(marks[0])
  const [, after] = rest.split(marks[1])
  if (after === undefined) throw new Error('the guide has no place for the table of variables')
  return `${before}${marks[0]}\n\n${renderVariableTable()}\n\n${marks[1]}${after}`
}

if (import.meta.main) for (const { file, text } of writtenFiles()) writeFileSync(file, text)
