import type { Counted, FieldIssueWords } from '../field-issue.ts'
import { formatsOf } from '../formats.ts'

const { formatInteger, formatNumber } = formatsOf('en')

export const fieldIssueWords: FieldIssueWords = {
  kinds: {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a JSON object',
    null: 'null',
  },
  formats: {
    uuid: 'a UUID',
    url: 'a whole http or https address',
    email: 'an e-mail address',
    datetime: 'a date and time like 2026-12-31T23:59:59Z',
    date: 'a date like 2026-12-31',
  },
  rules: {
    address: 'it takes an http or https address without a user name, a password or a fragment',
    digits: 'it takes a whole number, in digits only',
    distinct: 'each element may be in it only once',
    plain_text: 'this text contains control characters',
  },
  missing: 'it is missing',
  unfit: 'this value does not fit',
  needs: (wanted, received) => `it takes ${wanted}${received === null ? '' : `, not ${received}`}`,
  atMost: (most, of) => `at most ${quantity(most, of)}`,
  atLeast: (least, of) => `at least ${quantity(least, of)}`,
  moreThan: (least) => `more than ${formatNumber(least)}`,
  multipleOf: (divisor) => `it takes a multiple of ${formatNumber(divisor)}`,
  oneOf: (values) =>
    values.length === 1
      ? `it takes “${values[0]}”`
      : `it takes one of ${values.map((value) => `“${value}”`).join(', ')}`,
  unknown: (names) =>
    `unknown ${names.length === 1 ? 'field' : 'fields'} ${names.map((name) => `“${name}”`).join(', ')}`,
}

function quantity(count: number, of: Counted): string {
  if (of === null) return formatNumber(count)
  const [one, many] = of === 'characters' ? ['character', 'characters'] : ['element', 'elements']
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}
