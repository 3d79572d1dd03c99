import { startDeployment, type Deployment } from '@equerre/testkit/chaos/deployment'
import { faults } from '@equerre/testkit/chaos/faults'
import { runFault, type Row } from '@equerre/testkit/chaos/round'
import { inviteVisitors, type Visitor } from '@equerre/testkit/chaos/visitors'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { missingS3 } from '@equerre/testkit/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countInLog, until } from './support/observe.ts'

/** More than the longest silence, and the recovery that is waited for after it. */
const faultTimeoutMs = 420_000
let photo: Picture
beforeAll(async () => {
  photo = await photographDocument({ seed: 31, width: 800, height: 600, page: 'letter', coverage: 0.5 })
})

const upload = (client: Client, headers: Record<string, string>) =>
  client.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, headers)

/** A set-up of its own for faults of one kind, one after the other. */
function openAll() {
  let at: Deployment
  let visitors: readonly Visitor[]
  beforeAll(async () => {
    at = await startDeployment()
    visitors = await inviteVisitors(at)
  }, faultTimeoutMs)
  afterAll(() => at?.stop())
  const expectNothingLost = async (name: string, during?: () => Promise<void>): Promise<Row> => {
    const row = await runFault({ at, visitors }, [name, faults[name]!], during)
    expect(row).toMatchObject({ lost: [], refused: [], charged: row.due, exact: true })
    expect(row.atStake).toBeGreaterThan(0)
    expect(row.recoverySeconds).not.toBeNull()
    expect(row.finished).toBe(row.accepted)
    return row
  }
  const dispatchedAgain = () => countInLog(at.product, 'step dispatched again')
  return { at: () => at, expectNothingLost, dispatchedAgain }
}

// The set-ups work side by side, because they wait more than they work; their faults come one after the other.
const side = { concurrent: true }
const inTurn = { concurrent: false, timeout: faultTimeoutMs }

describe('nothing is lost or paid twice: Redis', side, () => {
  const { at, expectNothingLost, dispatchedAgain } = openAll()

  it('loses its data', inTurn, async () => {
    await expectNothingLost('redis: emptied')
    expect(dispatchedAgain()).toBeGreaterThan(0)
  })

  it('is lost, and an empty one comes back', inTurn, async () => {
    const before = dispatchedAgain()
    const late = await Client.guest(at().url)
    let accepted = ''
    await expectNothingLost('redis: lost, comes back empty', async () => {
      expect((await fetch(`${at().url}/api/healthz`)).status).toBe(200)
      // Accepted all the same: the row counts, and the queue gets it later.
      const uploaded = await upload(late, { Prefer: 'respond-async' })
      expect(uploaded.status).toBe(202)
      accepted = jobOf(uploaded).id
      await until(async () => (await fetch(`${at().url}/api/readyz`)).status === 503)
    })
    expect((await late.settle(accepted)).status).toBe(200)
    expect(dispatchedAgain()).toBeGreaterThan(before)
  })

  it.each(['redis: open connections silent', 'redis: frozen'])('%s', inTurn, async (name) => {
    await expectNothingLost(name)
  })
})

describe('nothing is lost or paid twice: Postgres and processes', side, () => {
  const { at, expectNothingLost } = openAll()

  it('every connection is cut, and every service stays up', inTurn, async () => {
    const pids = () => Object.values(at().members).flatMap((all) => all.map((member) => member.pid()))
    const before = pids()
    await expectNothingLost('postgres: all connections cut, five times')
    expect(pids()).toEqual(before)
  })

  it.each([
    'postgres: open connections silent',
    'postgres: frozen',
    'gateway: one killed',
    'workers: all killed, three times',
  ])('%s', inTurn, async (name) => {
    await expectNothingLost(name)
  })
})

describe.skipIf(missingS3)('nothing is lost or paid twice: the object storage', side, () => {
  const { at, expectNothingLost } = openAll()

  it('is down for half a minute', inTurn, async () => {
    await expectNothingLost('storage: killed')
  })

  it('answers no connection, and a failed upload frees its key at once', inTurn, async () => {
    const guest = await Client.guest(at().url)
    const key = { 'Idempotency-Key': 'the-same', Prefer: 'respond-async' }
    await expectNothingLost('storage: frozen', async () => {
      expect((await upload(guest, key)).status).toBeGreaterThanOrEqual(500)
    })
    expect([200, 202]).toContain((await upload(guest, key)).status)
  })
})
