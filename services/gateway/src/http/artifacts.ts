import { artifactPath, getArtifact } from '@equerre/contract/artifact'
import { Problem } from '@equerre/contract/problems'
import type { Request, Router } from 'express'
import type { Context } from '../context.ts'
import { limitStranger } from '../flow/authorize.ts'
import { readArtifact } from '../flow/read-artifact.ts'
import { isSigned } from '../flow/sign-address.ts'
import { sendArtifact } from './send-artifact.ts'
import { admit, ownerOf, visitorOf } from './visitor.ts'

export function mountArtifacts(ctx: Context, router: Router): void {
  router.get(getArtifact.path, async (request, response, next) => {
    if (request.query['signature'] === undefined) return next()
    await limitStranger(ctx, request.ip)
    const { ingestion, file, expires = 0, signature = '' } = asked(request)
    if (!isSigned(ctx, artifactPath(ingestion, file), { expires, signature })) throw new Problem('not_found')
    await sendArtifact(await readArtifact(ctx, { ingestionId: ingestion, file, onlyFor: null }), response)
  })
  router.get(getArtifact.path, admit(ctx, getArtifact), async (request, response) => {
    const { ingestion, file } = asked(request)
    const onlyFor = ownerOf(visitorOf(response))
    await sendArtifact(await readArtifact(ctx, { ingestionId: ingestion, file, onlyFor }), response)
  })
}

/** An invalid address is treated as one that does not exist. */
function asked(request: Request) {
  const [params, query] = [
    getArtifact.params.safeParse(request.params),
    getArtifact.query.safeParse(request.query),
  ]
  if (!params.success || !query.success) throw new Problem('not_found')
  return { ...params.data, ...query.data }
}
