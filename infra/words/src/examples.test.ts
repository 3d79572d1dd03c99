import { RunningJob } from '@equerre/contract/detourage'
import { problemsOf } from '@equerre/contract/endpoint'
import { endpoints, openApiDocument } from '@equerre/contract/openapi'
import { ProblemBody } from '@equerre/contract/problems'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { referenceWords as en } from './en/reference.ts'
import { examplesIn } from './examples.ts'
import { referenceWords as fr } from './fr/reference.ts'

describe.each(['fr', 'en'] as const)('the examples in %s', (language) => {
  const examples = examplesIn(language)
  const { bodies, replies, running, problem } = examples

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'show what %s takes and answers',
    (name, endpoint) => {
      const { encoding, body, reply } = endpoint
      if (encoding !== undefined) expect(body.safeParse(bodies[name])).toMatchObject({ success: true })
      if (!(reply instanceof z.ZodVoid)) expect(reply.parse(replies[name])).toEqual(replies[name])
      for (const code of problemsOf(endpoint)) expect(ProblemBody.parse(problem(code)).code).toBe(code)
    },
  )

  it('show the job that goes on', () => {
    expect(RunningJob.parse(running)).toEqual(running)
  })

  it('stand wherever the document speaks JSON, in webhooks too', () => {
    const words = { fr, en }[language]
    const all = contentsOf(openApiDocument({ ...words, examples }))
    // A file has none, whatever it consists of.
    const shown = all.filter(
      ([type, { schema }]) =>
        /^application\/(problem\+)?json$/.test(type) && !('contentMediaType' in (schema as object)),
    )
    expect(shown.length).toBeGreaterThan(300)
    for (const [, content] of shown) expect(content['example'] ?? content['examples']).toBeDefined()
  })
})

type Content = Readonly<Record<string, unknown>>

/** Every content of a request or a response, with its type. */
function contentsOf(value: unknown): [string, Content][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, held]) =>
    name === 'content' ? (Object.entries(held) as [string, Content][]) : contentsOf(held),
  )
}
