import { parseArgs } from 'node:util'
import type { RectifyOptions } from '@equerre/client'

/** Each verb in both languages: whatever the language of the words, both are understood. */
const verbs = {
  straighten: 'redresser',
  read: 'lire',
  assemble: 'assembler',
  batch: 'lot',
  credits: 'credits',
  login: 'connexion',
  logout: 'deconnexion',
} as const
type Verb = keyof typeof verbs

type Option = { readonly french: string; readonly type: 'string' | 'boolean'; readonly short?: string }
const optionTable = {
  output: { french: 'sortie', type: 'string', short: 'o' },
  format: { french: 'format', type: 'string', short: 'f' },
  pdf: { french: 'pdf', type: 'string' },
  title: { french: 'titre', type: 'string' },
  text: { french: 'texte', type: 'boolean', short: 't' },
  filter: { french: 'filtre', type: 'string' },
  relighting: { french: 'lumiere', type: 'boolean' },
  dpi: { french: 'dpi', type: 'string' },
  paper: { french: 'papier', type: 'string' },
  page: { french: 'page', type: 'string' },
  parallel: { french: 'parallele', type: 'string', short: 'j' },
  overwrite: { french: 'ecraser', type: 'boolean' },
  url: { french: 'adresse', type: 'string' },
  json: { french: 'json', type: 'boolean' },
  lang: { french: 'lang', type: 'string' },
  help: { french: 'aide', type: 'boolean', short: 'h' },
  version: { french: 'version', type: 'boolean', short: 'v' },
} as const satisfies Record<string, Option>
type OptionName = keyof typeof optionTable

const everywhere = ['url', 'json', 'lang', 'help', 'version'] as const
const making = ['filter', 'relighting', 'dpi', 'paper', 'page', 'parallel', 'overwrite', 'output'] as const
const optionsOf: Readonly<Record<Verb, readonly OptionName[]>> = {
  straighten: [...making, 'format', 'pdf', 'title', 'text'],
  read: making,
  assemble: [...making, 'pdf', 'title', 'text'],
  batch: [...making.filter((name) => name !== 'page'), 'format', 'text'],
  credits: [],
  login: [],
  logout: [],
}

const formats = ['png', 'jpeg', 'webp', 'pdf'] as const
const filters = ['color', 'gray', 'bw'] as const
const papers = ['auto', 'a4', 'a5', 'letter', 'legal', 'id1', 'none'] as const
const parallelMax = 16

/** What was asked for. */
export type Arguments = {
  readonly verb: Verb | null
  readonly files: readonly string[]
  /** What each page is made with. */
  readonly making: RectifyOptions
  readonly output: string | undefined
  readonly pdf: string | undefined
  readonly title: string | undefined
  readonly text: boolean
  /** How many files at once. */
  readonly parallel: number
  readonly overwrite: boolean
  readonly url: string | undefined
  readonly json: boolean
  readonly lang: 'fr' | 'en' | undefined
  readonly help: boolean
  readonly version: boolean
}

/** Why the arguments make no sense. `what` is the word concerned. */
export class UsageError extends Error {
  readonly problem: 'unknown' | 'value' | 'misplaced' | 'verb' | 'nothing' | 'pdf' | 'list'
  readonly what: string
  constructor(problem: UsageError['problem'], what: string) {
    super(problem)
    this.problem = problem
    this.what = what
  }
}

/** @throws UsageError */
export function parseArguments(words: readonly string[]): Arguments {
  const { given, positionals } = parse(words)
  const [verbWord, ...files] = positionals
  const verb = verbWord === undefined ? null : verbOf(verbWord)
  const text = (name: OptionName) => given.get(name) as string | undefined
  const asked = (name: OptionName) => given.get(name) === true
  const parsed = {
    verb,
    files,
    making: makingOf(text, asked, verb),
    output: text('output'),
    pdf: text('pdf'),
    title: text('title'),
    text: asked('text') || verb === 'read',
    parallel: whole(text('parallel'), '--parallele', parallelMax) ?? 4,
    overwrite: asked('overwrite'),
    url: text('url'),
    json: asked('json'),
    lang: oneOf(text('lang'), ['fr', 'en'], '--lang'),
    help: asked('help') || (verb === null && !asked('version')),
    version: asked('version'),
  }
  if (verb !== null && !parsed.help) check(parsed, verb, [...given.keys()])
  return parsed
}

/** @throws UsageError for what cannot be done with `verb` */
function check({ files, pdf, url }: Arguments, verb: Verb, given: readonly OptionName[]): void {
  const misplaced = given.find((name) => ![...everywhere, ...optionsOf[verb]].includes(name))
  if (misplaced) throw new UsageError('misplaced', `--${optionTable[misplaced].french}`)
  if (url !== undefined && !URL.canParse(url)) throw new UsageError('value', '--adresse https://…')
  const takesFiles = optionsOf[verb].length > 0
  if (takesFiles && files.length === 0) throw new UsageError('nothing', verbs[verb])
  if (verb === 'assemble' && !pdf) throw new UsageError('pdf', '--pdf')
}

function parse(words: readonly string[]) {
  const names = Object.entries(optionTable) as [OptionName, Option][]
  const options = Object.fromEntries(
    names.flatMap(([name, { french, type, short }]) => [
      [name, { type, ...(short && { short }) }],
      ...(french === name ? [] : [[french, { type }]]),
    ]),
  ) as Record<string, { type: 'string' | 'boolean'; short?: string }>
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const given = new Map<OptionName, unknown>()
    for (const [name, { french }] of names) {
      const value = values[name] ?? values[french]
      if (value !== undefined) given.set(name, value)
    }
    return { given, positionals }
  } catch (error) {
    const [, word = ''] = /'(-[^' ]+)/.exec((error as Error).message) ?? []
    throw new UsageError('unknown', word)
  }
}

function makingOf(
  text: (name: OptionName) => string | undefined,
  asked: (name: OptionName) => boolean,
  verb: Verb | null,
): RectifyOptions {
  const held: RectifyOptions = {
    format: oneOf(text('format'), formats, '--format') ?? 'png',
    filter: oneOf(text('filter'), filters, '--filtre') ?? 'color',
    paper: oneOf(text('paper'), papers, '--papier') ?? 'auto',
    relighting: asked('relighting'),
  }
  const [dpi, page] = [whole(text('dpi'), '--dpi'), whole(text('page'), '--page')]
  return {
    ...held,
    ...(dpi !== undefined && { dpi }),
    ...(page !== undefined && { page }),
    ...((asked('text') || verb === 'read') && { text: true }),
  }
}

function verbOf(word: string): Verb {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  const known = Object.entries(verbs).find((pair) => pair.includes(plain))
  if (known === undefined) throw new UsageError('verb', word)
  return known[0] as Verb
}

function oneOf<Value extends string>(
  given: string | undefined,
  values: readonly Value[],
  option: string,
): Value | undefined {
  if (given === undefined) return undefined
  const value = values.find((each) => each === given)
  if (value === undefined) throw new UsageError('value', `${option} ${values.join('|')}`)
  return value
}

function whole(given: string | undefined, option: string, most = 1_000_000): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (/^\d+$/.test(given) && number >= 1 && number <= most) return number
  throw new UsageError('value', `${option} 1..${most}`)
}
