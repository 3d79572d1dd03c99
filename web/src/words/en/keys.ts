import type { keysWords as frKeys } from '../fr/keys.ts'
import type { SameShape } from '../same-shape.ts'
import { count, formatInteger } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Named keys and their usage, on the account page. */
export const keysWords = typesetCatalogue<SameShape<typeof frKeys>>({
  title: 'Named keys',
  lead: 'A key for each program or team, with scopes, an end and a cap of its own.',
  none: 'No named keys yet.',
  failed: 'The keys could not be read.',
  add: 'Create a key',
  scopes: {
    straighten: { name: 'Straighten', note: 'Send, straighten, assemble, fetch a result.' },
    read: { name: 'Read', note: 'List files and movements; make nothing.' },
    manage: { name: 'Manage', note: 'Create, change and revoke keys and webhooks, hence give any scope.' },
  },
  never: 'no calls yet',
  lastUse: (when) => `last call on ${when}`,
  noEnd: 'no end',
  ends: (day) => `until ${day}`,
  ended: (day) => `expired on ${day}`,
  spent: (credits, cap) =>
    cap === null
      ? `${count(credits, 'credit')} this month`
      : `${formatInteger(credits)} of ${count(cap, 'credit')} this month`,
  change: 'Edit',
  rotate: 'Regenerate',
  revoke: 'Revoke',
  form: {
    title: 'Create a key',
    changeTitle: 'Edit the key',
    name: 'Name',
    scopes: 'Scopes',
    oneScope: 'Choose at least one scope.',
    end: 'End',
    keep: (day) => `Unchanged: ${day}`,
    forEver: 'Never',
    inDays: (days) => (days === 365 ? 'In a year' : `In ${days} days`),
    cap: 'Credits a month',
    capNote: 'Empty: no cap. The month begins on the first at 0:00 UTC.',
    capPattern: 'A whole number, from 1 to 1,000,000.',
    create: 'Create',
    save: 'Save',
    refused: (reason) => `The key was not saved. ${reason}`,
  },
  shown: {
    title: 'Your new key',
    text: 'Copy it now: it will never be shown again.',
    what: 'New key',
    done: 'I have copied it',
  },
  rotateTitle: (name) => `Regenerate “${name}”?`,
  rotateText: 'The former key is refused at once. Scopes, end, cap and usage stay.',
  revokeTitle: (name) => `Revoke “${name}”?`,
  revokeText: 'The key is refused at once, for good.',
  actionFailed: (reason) => `Nothing has changed. ${reason}`,
  usage: {
    title: 'Usage by key',
    failed: 'The usage could not be read.',
    none: 'No credit spent by a key in this period.',
    period: 'Period',
    days: (days) => `${days} days`,
    year: '12 months',
    key: 'Key',
    allKeys: 'All keys',
    own: 'API key',
    forgotten: 'Revoked key',
    revoked: (name) => `${name} (revoked)`,
    credits: 'Credits',
    total: 'Total',
    chart: (credits, most, when) =>
      `Chart: ${count(credits, 'credit')} in the period, at most ${formatInteger(most)}, ${when}.`,
    bar: (when, credits) => `${when}: ${count(credits, 'credit')}`,
    figures: 'Figures of the chart',
    day: 'Day',
    month: 'Month',
    utc: 'Days and months are UTC.',
    csv: 'Download as CSV',
    csvName: 'equerre-key-usage.csv',
    csvColumns: { day: 'Day (UTC)', key: 'Key', id: 'Identifier', credits: 'Credits' },
    csvSeparator: ',',
  },
})
