import { RunningJob } from '@equerre/contract/detourage'
import { problemsOf } from '@equerre/contract/endpoint'
import { endpoints } from '@equerre/contract/openapi'
import { ProblemBody } from '@equerre/contract/problems'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { examplesIn } from './examples.ts'

describe.each(['fr', 'en'] as const)('the examples in %s', (language) => {
  const { bodies, replies, running, problem } = examplesIn(language)

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'show what %s takes and answers',
    (name, endpoint) => {
      const { encoding, body, reply } = endpoint
      if (encoding === 'json' || encoding === 'form')
        expect(body.safeParse(bodies[name])).toMatchObject({ success: true })
      if (!(reply instanceof z.ZodVoid)) expect(reply.parse(replies[name])).toEqual(replies[name])
      for (const code of problemsOf(endpoint)) expect(ProblemBody.parse(problem(code)).code).toBe(code)
    },
  )

  it('show the job that goes on', () => {
    expect(RunningJob.parse(running)).toEqual(running)
  })
})
