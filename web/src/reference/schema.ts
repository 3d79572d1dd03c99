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

/** Every field of an object in contract order, nested ones below their parent. */
export function schemaRows(schema: Schema, prefix = ''): Row[] {
  const { properties = {}, required = [] } = solid(schema)
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const own = { path, type: typeName(field), required: required.includes(name), note: noteOf(field) }
    const inner = solid(field)
    const within = inner.items ? solid(inner.items) : inner
    return [own, ...schemaRows(within, inner.items ? `${path}[].` : `${path}.`)]
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
  const { description, minimum, exclusiveMinimum, maximum } = schema
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const high = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const bounds = [
    ...(low === undefined || low === Number.MIN_SAFE_INTEGER ? [] : [words.atLeast(low)]),
    ...(high === undefined ? [] : [words.atMost(high)]),
  ].join(', ')
  return [
    description,
    bounds && `${bounds[0]?.toUpperCase()}${bounds.slice(1)}.`,
    schema.default === undefined ? '' : words.byDefault(JSON.stringify(schema.default)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The schema itself or, of alternatives, the first with fields. */
function solid(schema: Schema): Schema {
  return schema.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema
}
