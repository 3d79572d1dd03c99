import type { FieldRule } from '@equerre/contract/field-rules'
import type { z } from 'zod'

const kinds = ['string', 'number', 'int', 'boolean', 'array', 'object', 'null'] as const
type FieldKind = (typeof kinds)[number]
const formats = ['uuid', 'url', 'email', 'datetime', 'date'] as const
type FieldFormat = (typeof formats)[number]
/** What a bound counts; null for the value itself. */
export type Counted = 'characters' | 'elements' | null

/** What can be wrong with a field: a part of a sentence, without its full stop. */
export type FieldIssueWords = {
  readonly kinds: Readonly<Record<FieldKind, string>>
  readonly formats: Readonly<Record<FieldFormat, string>>
  readonly rules: Readonly<Record<FieldRule, string>>
  readonly missing: string
  /** Of a value that no other sentence describes. */
  readonly unfit: string
  readonly needs: (wanted: string, received: string | null) => string
  readonly atMost: (most: number, of: Counted) => string
  readonly atLeast: (least: number, of: Counted) => string
  readonly moreThan: (least: number) => string
  readonly multipleOf: (divisor: number) => string
  readonly oneOf: (values: readonly string[]) => string
  readonly unknown: (names: readonly string[]) => string
}

/** What zod found wrong with a field, in words; with `reportInput` also what kind of value was received. */
export function describeIssue(issue: z.core.$ZodIssue, words: FieldIssueWords): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeKind(issue, words)
    case 'too_big':
      return words.atMost(Number(issue.maximum), countedOf(issue.origin))
    case 'too_small':
      return issue.inclusive === false
        ? words.moreThan(Number(issue.minimum))
        : words.atLeast(Number(issue.minimum), countedOf(issue.origin))
    case 'invalid_format':
      return describeFormat(issue.format, words)
    case 'not_multiple_of':
      return words.multipleOf(issue.divisor)
    case 'invalid_value':
      return words.oneOf(issue.values.map(String))
    case 'unrecognized_keys':
      return words.unknown(issue.keys)
    case 'custom':
      return describeRule(issue.params, words)
    default:
      return words.unfit
  }
}

function describeKind({ expected, input }: z.core.$ZodIssueInvalidType, words: FieldIssueWords): string {
  if (input === undefined) return words.missing
  const received = kindOf(input)
  const told = received === null || (expected === 'int' && received === 'number')
  const named = told ? null : words.kinds[received]
  return isAmong(kinds, expected) ? words.needs(words.kinds[expected], named) : words.unfit
}

function describeFormat(format: string, words: FieldIssueWords): string {
  return isAmong(formats, format) ? words.needs(words.formats[format], null) : words.unfit
}

function describeRule(params: z.core.$ZodIssueCustom['params'], words: FieldIssueWords): string {
  return words.rules[params?.['rule'] as FieldRule] ?? words.unfit
}

function kindOf(value: unknown): FieldKind | null {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isAmong(kinds, typeof value) ? (typeof value as FieldKind) : null
}

function countedOf(origin: string): Counted {
  if (origin === 'string') return 'characters'
  return origin === 'array' ? 'elements' : null
}

function isAmong<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}
