import path from 'node:path'
import { z } from 'zod'

/** What crosses from one release to another, by the module of the contract that declares it. */
const crossing = {
  jobs: ['VisionJob', 'StepOutcome'],
  identity: ['ErasureJob', 'AccountRecord'],
  billing: ['PaymentJob'],
  detourage: ['IngestReply', 'DetectReply', 'RectifyReply'],
  problems: ['ProblemFacts'],
} as const

export type Crossing = (typeof crossing)[keyof typeof crossing][number]
/** As JSON Schemas, because a release's own schemas need its code. */
export type Schemas = Readonly<Record<Crossing, object>>

/** What the readers of the release in this clone accept. */
export async function readSchemas(clone: string): Promise<Schemas> {
  const found: Partial<Record<Crossing, object>> = {}
  for (const [module, names] of Object.entries(crossing)) {
    const declared: Record<string, z.ZodType> = await import(
      path.join(clone, `infra/contract/src/${module}.ts`)
    )
    for (const name of names)
      found[name] = z.toJSONSchema(declared[name]!, { io: 'input', unrepresentable: 'any', reused: 'ref' })
  }
  return found as Schemas
}
