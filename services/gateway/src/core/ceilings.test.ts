import { defaultLimits } from '@equerre/contract/limits'
import { describe, expect, it } from 'vitest'
import { ceilingsOf } from './ceilings.ts'

const none = { uploadsPerMinute: null, stepsInFlight: null }
const key = (tier: 'account' | 'paying', agreed = none as Parameters<typeof ceilingsOf>[0]['agreed']) =>
  ceilingsOf({ tier, credential: 'key', agreed }, defaultLimits)

describe('the ceilings of a caller', () => {
  it('are higher once the account has bought credits', () => {
    expect(key('account')).toEqual({ requestsPerMinute: 600, uploadsPerMinute: 120, stepsInFlight: 4 })
    expect(key('paying')).toEqual({ requestsPerMinute: 600, uploadsPerMinute: 300, stepsInFlight: 8 })
    const session = ceilingsOf({ tier: 'paying', credential: 'session', agreed: none }, defaultLimits)
    expect(session.requestsPerMinute).toBe(600)
    const guest = ceilingsOf({ tier: 'guest', credential: 'guest_key', agreed: null }, defaultLimits)
    expect(guest).toEqual({ requestsPerMinute: 300, uploadsPerMinute: 120, stepsInFlight: 4 })
  })

  it('are those agreed with the account, with requests for that many uploads', () => {
    const agreed = { uploadsPerMinute: 1_200, stepsInFlight: 32 }
    expect(key('paying', agreed)).toEqual({
      requestsPerMinute: 2_400,
      uploadsPerMinute: 1_200,
      stepsInFlight: 32,
    })
    expect(key('paying', { uploadsPerMinute: 30, stepsInFlight: null })).toEqual({
      requestsPerMinute: 600,
      uploadsPerMinute: 30,
      stepsInFlight: 8,
    })
    // Its network's windows hold an account that has bought nothing.
    expect(key('account', agreed).stepsInFlight).toBe(4)
  })
})
