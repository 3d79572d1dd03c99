import type { Schema } from './schema.ts'

type Content = Readonly<Record<string, { readonly schema: Schema }>>

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** One operation of the OpenAPI document, as the contract writes it. */
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

/** An operation with the address that it stands under. */
export type Operation = Written & { readonly method: string; readonly path: string }
