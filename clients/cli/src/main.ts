#!/usr/bin/env node
import { Equerre, EquerreError } from '@equerre/client'
import manifest from '../package.json' with { type: 'json' }
import { parseArguments, UsageError, type Arguments } from './arguments.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { configFile, digest, forgetConfig, readConfig, writeConfig } from './folders.ts'
import { askFor } from './ask.ts'
import { runBatch } from './run-batch.ts'
import { runFiles } from './run-files.ts'
import { languageOf, words, type Language } from './words.ts'

const stopping = new AbortController()

async function main(): Promise<number> {
  const { env } = process
  let asked: Arguments
  try {
    asked = parseArguments(process.argv.slice(2))
  } catch (error) {
    return misused(error, languageOf(langIn(process.argv), env))
  }
  const lang = languageOf(asked.lang, env)
  if (asked.version) process.stdout.write(`${manifest.version}\n`)
  else if (asked.help) process.stdout.write(`${words[lang].help}\n`)
  else return act(asked, lang)
  return exitCodes.done
}

function misused(error: unknown, lang: Language): number {
  if (!(error instanceof UsageError)) throw error
  const { usage, seeHelp } = words[lang]
  process.stderr.write(`${usage[error.problem](error.what)}\n${seeHelp}\n`)
  return exitCodes.usage
}

async function act(asked: Arguments, lang: Language): Promise<number> {
  try {
    if (asked.verb === 'login') return await logIn(asked, lang)
    if (asked.verb === 'logout') return logOut(lang)
    return await useService(asked, lang)
  } catch (error) {
    if (stopping.signal.aborted) return exitCodes.interrupted
    if (!(error instanceof EquerreError)) return misused(error, lang)
    process.stderr.write(`${error.detail}\n`)
    return exitCodeOf(error)
  }
}

async function useService(asked: Arguments, lang: Language): Promise<number> {
  const { apiKey, baseUrl } = accessOf(asked)
  if (!apiKey || !baseUrl || !URL.canParse(baseUrl)) {
    process.stderr.write(`${apiKey ? words[lang].noAddress : words[lang].noKey}\n`)
    return apiKey ? exitCodes.usage : exitCodes.keyRefused
  }
  const { signal } = stopping
  const access = { apiKey, baseUrl }
  if (asked.verb !== 'credits') {
    const owner = digest(`${baseUrl} ${apiKey}`)
    const run = { equerre: clientOf(access, lang, 8), owner, asked, lang, signal }
    return asked.verb === 'batch' ? runBatch(run) : runFiles(run)
  }
  const credits = await clientOf(access, lang).credits({ signal })
  process.stdout.write(`${asked.json ? JSON.stringify({ credits }) : words[lang].credits(credits)}\n`)
  return exitCodes.done
}

function logOut(lang: Language): number {
  forgetConfig()
  process.stderr.write(`${words[lang].disconnected}\n`)
  return exitCodes.done
}

/** Keeps a key once the service has accepted it. */
async function logIn(asked: Arguments, lang: Language): Promise<number> {
  const { askKey, askAddress, connected, noAddress, noKey } = words[lang]
  const baseUrl = accessOf(asked).baseUrl ?? (await askFor(askAddress, { secret: false }))
  if (!URL.canParse(baseUrl)) {
    process.stderr.write(`${noAddress}\n`)
    return exitCodes.usage
  }
  const apiKey = await askFor(askKey, { secret: true })
  if (apiKey === '') {
    process.stderr.write(`${noKey}\n`)
    return exitCodes.keyRefused
  }
  const credits = await clientOf({ apiKey, baseUrl }, lang).credits({ signal: stopping.signal })
  writeConfig({ apiKey, baseUrl })
  process.stderr.write(`${connected(credits, configFile)}\n`)
  return exitCodes.done
}

type Access = { readonly apiKey: string; readonly baseUrl: string }

function accessOf({ url }: Arguments) {
  const kept = readConfig()
  return {
    apiKey: process.env['EQUERRE_API_KEY'] || kept.apiKey,
    baseUrl: url ?? (process.env['EQUERRE_URL'] || kept.baseUrl),
  }
}

/** A folder of photographs may meet a full service, and is patient; somebody who asks one thing is not. */
function clientOf({ apiKey, baseUrl }: Access, language: Language, maxRetries = 2): Equerre {
  return new Equerre({ apiKey, baseUrl, language, maxRetries, userAgent: `equerre-cli/${manifest.version}` })
}

function langIn(given: readonly string[]): Language | undefined {
  const said = given.join(' ')
  return /--lang[ =]en/.test(said) ? 'en' : /--lang[ =]fr/.test(said) ? 'fr' : undefined
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(exitCodes.interrupted)
    stopping.abort()
  })
// Whoever reads may have seen enough.
process.stdout.on('error', () => stopping.abort())

process.exitCode = await main()
if (stopping.signal.aborted)
  process.stderr.write(`${words[languageOf(langIn(process.argv), process.env)].interrupted}\n`)
