import { describe, expect, it } from 'vitest'
import type { keyScopes } from './api-key.ts'
import { KeyChange, NewKey } from './keys.ts'
import { endpoints } from './openapi.ts'

/** What a named key may call with one scope alone. */
function opened(scope: (typeof keyScopes)[number]): string[] {
  return endpoints
    .filter(({ scopes }) => scopes?.includes(scope))
    .map(({ name }) => name)
    .toSorted()
}

describe('a named key', () => {
  it('may call what its scopes open', () => {
    const detourage = 'getJob getIngestion getAssembly getBatch getBatchResults getArtifact'
    const named = (names: string) => names.split(' ').toSorted()
    expect(opened('straighten')).toEqual(
      named(
        `ingest detect rectify oneShot deleteIngestion assemble createBatch cancelBatch ${detourage} getCredits getLimits`,
      ),
    )
    expect(opened('read')).toEqual(
      named(`${detourage} listIngestions getCredits getCreditHistory getKeyUsage getLimits`),
    )
    expect(opened('manage')).toEqual(
      named(
        'listKeys createKey changeKey rotateKey revokeKey getKeyUsage getCredits getLimits listWebhooks createWebhook deleteWebhook rotateWebhookSecret pauseWebhook resumeWebhook testWebhook listDeliveries rotateCallbackSecret listCallbackDeliveries resendDelivery',
      ),
    )
  })

  it('sees no other key, buys nothing, and is not the account', () => {
    const closed = endpoints
      .filter(({ scopes, access }) => !scopes && access !== 'public')
      .map(({ name }) => name)
    expect(closed).toEqual(
      'addCredits startCheckout getInvoice listWithdrawalOffers confirmWithdrawal getMe getApiKey rotateApiKey logout exportMe deleteMe'.split(
        ' ',
      ),
    )
  })
})

describe('what makes a key', () => {
  const asked = { name: ' Scanner du 2e étage ', scopes: ['straighten'] }

  it('is a name and scopes; without more it neither ends nor has a cap', () => {
    expect(NewKey.parse(asked)).toEqual({
      name: 'Scanner du 2e étage',
      scopes: ['straighten'],
      expires_at: null,
      credits_per_month: null,
    })
    expect(KeyChange.parse({})).toEqual({})
  })

  it.each([
    { name: '  ' },
    { name: 'x'.repeat(61) },
    { name: 'deux\nlignes' },
    { name: 'tour\u202ené' },
    { scopes: [] },
    { scopes: ['read', 'read'] },
    { scopes: ['tout'] },
    { expires_at: 'demain' },
    { expires_at: '2027-01-01' },
    { credits_per_month: 0 },
    { credits_per_month: 1.5 },
    { credits_per_month: 1_000_001 },
    { plafond: 3 },
  ])('is not %j', (wrong) => {
    expect(NewKey.safeParse({ ...asked, ...wrong }).success).toBe(false)
    expect(KeyChange.safeParse(wrong).success).toBe(false)
  })
})
