import type { Schema } from './schema.ts'

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** One operation as it appears in the OpenAPI document. */
type Written = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

export type OpenApi = {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>
}

/** An operation with its method and path. */
export type Operation = Written & { readonly method: string; readonly path: string }

/**
 * Who may make a call: anybody, with or without a key, the holder of a key, of a named one that manages, or only the page of someone
 * signed in.
 */
export function accessOf(operation: Operation): 'public' | 'optional' | 'key' | 'manage' | 'session' {
  const { security } = operation
  if (!security) return 'public'
  if (security.some((way) => Object.keys(way).length === 0)) return 'optional'
  if (security.some(({ key }) => key?.length === 0)) return 'key'
  return security.some((way) => 'key' in way) ? 'manage' : 'session'
}

/** What lets a named key in: one of these. */
export function scopesOf({ security = [] }: Operation): readonly string[] {
  return security.flatMap(({ key = [] }) => key)
}

/** Every operation with this tag, in the document's order. */
export function operationsOf({ paths }: OpenApi, tag: string): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
}
