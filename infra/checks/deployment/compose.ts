import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { cloneFolder } from '@equerre/local/tools'

type ComposeService = {
  readonly build?: { readonly dockerfile: string; readonly target: string }
  readonly environment?: Readonly<Record<string, string | number | null>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly networks: readonly string[]
  readonly restart?: string
  readonly mem_limit?: string
  readonly logging?: { readonly options: Readonly<Record<string, string>> }
}

const text = readFileSync(path.join(cloneFolder, 'docker-compose.yml'), 'utf8')
const reference = /(?<!\$)\$\{(\w+)(?::([?-])([^}]*))?\}/g

/** The compose file as written, with references to the environment unresolved. */
export function readCompose(): Readonly<Record<string, ComposeService>> {
  return parse(text, { merge: true }).services
}

/**
 * The variables that the file takes from its environment: all of them with their defaults, and those it
 * cannot start without.
 */
export function composeVariables(): {
  asked: ReadonlyMap<string, string | undefined>
  needed: ReadonlySet<string>
} {
  const references = [...text.matchAll(reference)]
  const passedOn = Object.values(readCompose()).flatMap(({ environment = {} }) =>
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [name] : [])),
  )
  return {
    asked: new Map([
      ...passedOn.map((name) => [name, undefined] as const),
      ...references.map(([, name, , fallback]) => [name!, fallback || undefined] as const),
    ]),
    needed: new Set(references.flatMap(([, name, kind]) => (kind === '?' ? [name!] : []))),
  }
}

/** A service's variables, given the contents of `.env`. */
export function composeEnvironment(
  { environment = {} }: ComposeService,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const resolved = Object.entries(environment).flatMap(([name, value]) => {
    if (value === null) return env[name] === undefined ? [] : [[name, env[name]]]
    return [[name, resolve(String(value), env)]]
  })
  return Object.fromEntries(resolved)
}

function resolve(value: string, env: Readonly<Record<string, string>>): string {
  return value.replaceAll(reference, (...[, key, , fallback]: string[]) => env[key!] || fallback || '')
}
