import { referenceWords as words } from '#words/reference'
import type { Operation } from './document.ts'
import { schemaRows, typeName, type Row, type Schema } from './schema.ts'

/** What a call takes in its address and its headers. */
export function parameterRows({ parameters }: Operation): Row[] {
  return parameters.map(({ name, in: where, required = false, description = '', schema }) => ({
    path: name,
    type: typeName(schema),
    required,
    note: [`${words.where[where]}.`, description || schema.description].filter(Boolean).join(' '),
  }))
}

/** The fields of an answer. */
export function answerRows(schema: Schema): Row[] {
  return schemaRows(schema).map((row) => ({ ...row, required: false }))
}

/** What a call answers, by type: when it is done, or where nobody waits for that, when it is accepted. */
export function answerOf(responses: Operation['responses']) {
  return (responses['200'] ?? responses['202'])?.content ?? {}
}

/** The codes by which a call is refused, by status. */
export function refusalsOf(responses: Operation['responses']): [string, readonly string[]][] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => [status, description.split(', ')])
}
