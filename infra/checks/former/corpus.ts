import type { SchemaName } from '@equerre/platform/migrate'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Message } from './messages.ts'
import type { OpenStep, People } from './play.ts'
import type { Schemas } from './schemas.ts'

/** A job as its queue holds it. */
export type Job = Message & {
  readonly name: string
  readonly options: { readonly jobId?: string; readonly priority: number }
}

/** What a client sends to be known again. */
export type Identity = { readonly cookies: Readonly<Record<string, string>>; readonly apiKey: string | null }

/** Where a person has looked, and the status of the answer. */
export type Visit = { readonly person: keyof People; readonly path: string; readonly status: number }

/** What a release has left behind, and what its readers accept. Written by `npm run former -- COMMIT`. */
export type Corpus = {
  readonly commit: string
  /** The times of the rows are relative to it. */
  readonly takenAt: string
  /** The migrations that the release comes with. */
  readonly migrations: Readonly<Record<SchemaName, readonly string[]>>
  /** All rows, by `schema.table`. */
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>
  /** All messages that its queues were given. */
  readonly messages: readonly Message[]
  /** The messages that still wait, and the steps that they are about. */
  readonly jobs: readonly Job[]
  readonly open: readonly OpenStep[]
  /** The files that these steps read, in base64, by their path in the storage. */
  readonly objects: Readonly<Record<string, string>>
  readonly people: Readonly<Record<keyof People, Identity>>
  readonly visits: readonly Visit[]
  /** What auth has told the gateway of the account. */
  readonly account: unknown
  readonly schemas: Schemas
}

export const corpusFile = path.join(import.meta.dirname, 'former.golden.json')

export function readCorpus(): Corpus {
  return JSON.parse(readFileSync(corpusFile, 'utf8')) as Corpus
}

/** With these, a product recognises its people's cookies and keys, and can show the latter. They protect nothing. */
export const corpusSecrets = { keyPepper: '1'.repeat(64), keyEncryption: '2'.repeat(64) }
