import type { ReplyOf } from '@equerre/contract/endpoint'
import type { Language } from '@equerre/contract/language'
import { limitTable, type LimitName } from '@equerre/contract/limits'
import { getLimits } from '@equerre/contract/read-limits'
import { openApiDocument } from '@equerre/contract/openapi'
import { mount, tellLanguage } from '@equerre/platform/http'
import { limitWords as limitsInEnglish } from '@equerre/words/en/limits'
import { referenceWords as referenceInEnglish } from '@equerre/words/en/reference'
import { examplesIn } from '@equerre/words/examples'
import { limitWords as limitsInFrench } from '@equerre/words/fr/limits'
import { referenceWords as referenceInFrench } from '@equerre/words/fr/reference'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import type { Admission } from '../flow/authorize.ts'
import { admitIfAny } from './visitor.ts'

const words = {
  fr: {
    limits: limitsInFrench,
    document: openApiDocument({ ...referenceInFrench, examples: examplesIn('fr') }),
  },
  en: {
    limits: limitsInEnglish,
    document: openApiDocument({ ...referenceInEnglish, examples: examplesIn('en') }),
  },
}

/** What a client may want to know before calling: the limits in force and the whole contract. */
export function mountLimits(ctx: Context, router: Router): void {
  mount(router, getLimits, {
    handle: async ({ response }) => {
      const caller = await admitIfAny(ctx, response.req)
      return { body: { limits: limitsIn(tellLanguage(response), ctx), own: caller && ownCeilings(caller) } }
    },
  })
  router.get('/openapi.json', (_request, response) => {
    response.json(words[tellLanguage(response)].document)
  })
}

function ownCeilings({ standing, ceilings }: Admission): ReplyOf<typeof getLimits>['own'] {
  return {
    tier: standing.tier,
    requests_per_minute: ceilings.requestsPerMinute,
    uploads_per_minute: ceilings.uploadsPerMinute,
    steps_in_flight: ceilings.stepsInFlight,
  }
}

function limitsIn(language: Language, { config }: Context) {
  const { labels, units } = words[language].limits
  return (Object.keys(limitTable) as LimitName[]).map((name) => ({
    name,
    value: config.limits[name],
    unit: units[limitTable[name].unit],
    label: labels[name],
  }))
}
