/** What changed in the API and when, newest first. The words are in `infra/words`, by these names. */

export type ChangeSort = 'added' | 'changed' | 'deprecated'

/** `endpoints`: the names of those that are deprecated. */
type Change<Id> = { readonly id: Id; readonly sort: ChangeSort; readonly endpoints?: readonly string[] }
type Entry<Id> = { readonly version: string; readonly date: string; readonly changes: readonly Change<Id>[] }

const entries = [
  {
    version: '1.3',
    date: '2026-11-26',
    changes: [
      { id: 'unknownFields', sort: 'changed' },
      { id: 'testKeyCredits', sort: 'changed' },
      { id: 'ranges', sort: 'changed' },
    ],
  },
  {
    version: '1.2',
    date: '2026-11-23',
    changes: [
      { id: 'webhooks', sort: 'added' },
      { id: 'callbackUrl', sort: 'added' },
      { id: 'url', sort: 'added' },
      { id: 'batches', sort: 'added' },
      { id: 'signFor', sort: 'added' },
      { id: 'namedKeys', sort: 'added' },
      { id: 'flatten', sort: 'added' },
      { id: 'spreads', sort: 'changed' },
      { id: 'text', sort: 'added' },
      { id: 'assemblies', sort: 'added' },
      { id: 'pdf', sort: 'added' },
      { id: 'password', sort: 'added' },
      { id: 'pdfDefault', sort: 'changed' },
      { id: 'methods', sort: 'changed' },
    ],
  },
  {
    version: '1.1',
    date: '2026-11-22',
    changes: [
      { id: 'renderOf', sort: 'added' },
      { id: 'documents', sort: 'added' },
      { id: 'doubt', sort: 'changed' },
      { id: 'problems', sort: 'changed' },
    ],
  },
  { version: '1.0', date: '2026-11-21', changes: [{ id: 'first', sort: 'added' }] },
] as const satisfies readonly Entry<string>[]

export type ChangeId = (typeof entries)[number]['changes'][number]['id']

export const changelog: readonly Entry<ChangeId>[] = entries

/** Where people read it; the feed is beside it. */
export const changelogPath = '/docs/changelog/'
