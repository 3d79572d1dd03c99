import { referenceWords } from '#words/reference'

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema | false
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly contentMediaType?: string
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly $ref?: string
}

/** One row of a field table; `path` marks nesting with dots and lists with brackets. */
export type Row = {
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly note: string
}

const words = referenceWords.schema
const names: Readonly<Record<string, string>> = words.types
const formats: Readonly<Record<string, string>> = words.formats

/**
 * Every field of an object in contract order, nested ones below their parent. Where it has several forms, those of all of
 * them, each once; required is what every form requires.
 */
export function schemaRows(schema: Schema, prefix = ''): Row[] {
  const forms = formsOf(schema).filter(({ properties }) => properties)
  const fields = Map.groupBy(
    forms.flatMap(({ properties = {} }) => Object.entries(properties)),
    ([name]) => name,
  )
  return [...fields].flatMap(([name, held]) => {
    const path = `${prefix}${name}`
    const anyOf = held.map(([, field]) => field)
    const required = forms.every((form) => form.required?.includes(name))
    const items = formsOf({ anyOf }).flatMap((form) => form.items || [])
    const within =
      items.length > 0 ? schemaRows({ anyOf: items }, `${path}[].`) : schemaRows({ anyOf }, `${path}.`)
    const [field = {}] = anyOf
    return [{ path, type: typeName(field), required, note: noteOf(field) }, ...within]
  })
}

/** A type, short enough for a table. */
export function typeName(schema: Schema): string {
  const { anyOf, items, prefixItems, $ref } = schema
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (anyOf) return [...new Set(anyOf.map(typeName))].join(words.or)
  if (prefixItems) return `${prefixItems.length} × ${typeName(prefixItems[0] ?? {})}`
  return items ? words.listOf(typeName(items)) : plainName(schema)
}

/** The name of a type that contains no other. */
function plainName({ const: only, enum: values, format = '', type = 'object', ...rest }: Schema): string {
  if (rest.contentMediaType) return words.file
  const literals = values ?? (only === undefined ? [] : [only])
  if (literals.length > 0) return literals.map((value) => JSON.stringify(value)).join(' | ')
  return (
    formats[format] ??
    [type]
      .flat()
      .map((name) => names[name] ?? name)
      .join(words.or)
  )
}

function noteOf(schema: Schema): string {
  const bounds = boundsOf(schema)
  return [
    schema.description,
    bounds && `${bounds[0]?.toUpperCase()}${bounds.slice(1)}.`,
    schema.default === undefined ? '' : words.byDefault(JSON.stringify(schema.default)),
  ]
    .filter(Boolean)
    .join(' ')
}

function boundsOf({ type, minimum, exclusiveMinimum: above, maximum }: Schema): string {
  const whole = type === 'integer' && above !== undefined
  const low = whole ? above + 1 : minimum
  return [
    low !== undefined && low !== Number.MIN_SAFE_INTEGER && words.atLeast(low),
    above !== undefined && !whole && words.moreThan(above),
    maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && words.atMost(maximum),
  ]
    .filter((bound) => bound !== false)
    .join(', ')
}

/** The schema itself, or its alternatives. */
function formsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf?.flatMap(formsOf) ?? [schema]
}
