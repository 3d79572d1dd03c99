import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { bodyOf } from '../src/flow/record-events.ts'
import { startDelivering } from '../src/jobs/deliver.ts'
import { insertEvent } from '../src/store/webhook-deliveries.ts'
import { addEndpoint, report, startCourier, takeJobs } from './support/deliveries.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { startReceiver } from '@equerre/testkit/receiver'

/** What hangs for some accounts keeps nobody else waiting. */

const slots = 4
const parts = useGatewayParts({ WEBHOOK_SECONDS_MAX: '1', WEBHOOK_IN_FLIGHT_MAX: String(slots) })

/** An account whose endpoint is told so many events. */
async function tell(url: string, count: number): Promise<string> {
  const ctx = parts.ctx()
  const ownerId = randomUUID()
  const { endpoint } = await addEndpoint(ctx, ownerId, { url })
  const to = [{ endpointId: endpoint.id, url, held: false }]
  const type = 'webhook.test' as const
  const body = bodyOf({ type, data: { webhook_id: endpoint.id } })
  for (let told = 0; told < count; told++)
    await insertEvent(ctx.db, { ownerId, ingestionId: null, type, body }, to)
  return ownerId
}

it(
  'many accounts whose receivers hang do not hold up one whose receiver answers',
  { timeout: 60_000 },
  async () => {
    const ctx = parts.ctx()
    const receiver = await startReceiver({ '/hang': () => {} })
    const countAt = (path: string) => receiver.received.filter((request) => request.path === path).length
    for (let accounts = 0; accounts < 2 * slots; accounts++) await tell(receiver.url('/hang'), 10)
    const courier = await startCourier(ctx, { COURIER_SLOTS: String(slots) })
    const gateway = startDelivering(ctx)
    // Each has hung once: from now on they are known.
    while (countAt('/hang') < 3 * slots) await sleep(10)
    const before = countAt('/hang')
    await tell(receiver.url('/fine'), 3 * slots)
    while (countAt('/fine') < 3 * slots) await sleep(10)
    // Those that had begun, and few more.
    expect(countAt('/hang') - before).toBeLessThanOrEqual(4 * slots)
    expect(await ctx.deliveries.getJobCountByTypes('waiting')).toBeLessThanOrEqual(slots)
    await gateway.close()
    await courier.stop()
    receiver.close()
  },
)

it('those whose receivers are slow take turns, whatever has waited longest', async () => {
  const ctx = parts.ctx()
  const owners: string[] = []
  for (let accounts = 0; accounts < slots; accounts++)
    owners.push(await tell(`https://slow-${accounts}.test/`, 20))
  const ownerOf = async (id: string) =>
    (
      await ctx.db
        .selectFrom('webhook_deliveries')
        .select('owner_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).owner_id
  const hang = async () => {
    const jobs = await takeJobs(ctx)
    for (const job of jobs) await report(ctx, job, { status: null, error: 'timeout', milliseconds: 1_000 })
    return Promise.all(jobs.map(({ deliveryId }) => ownerOf(deliveryId)))
  }
  while (new Set(await slowOwners()).size < slots) await hang()
  const two = [...(await hang()), ...(await hang())]
  expect(new Set(two)).toEqual(new Set(owners))
  expect(two).toHaveLength(slots)

  async function slowOwners() {
    const rows = await ctx.db
      .selectFrom('webhook_turns')
      .select('owner_id')
      .where('slow_until', 'is not', null)
      .execute()
    return rows.map(({ owner_id: id }) => id)
  }
})
