import { afterEach, expect, it, vi } from 'vitest'
import { chooserPage } from './google-chooser.ts'
import { startGoogleStandIn } from './google.ts'

afterEach(() => vi.unstubAllEnvs())

it('refuses to be Google in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startGoogleStandIn()).rejects.toThrow(/does not run in production/)
})

it('refuses a sign-in that Google would refuse', async () => {
  const { variables, stop } = await startGoogleStandIn()
  const good = {
    client_id: variables['GOOGLE_CLIENT_ID'] ?? '',
    response_type: 'code',
    state: 's',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    redirect_uri: 'http://127.0.0.1/back',
  }
  const statusOf = async (changed: Record<string, string>) => {
    const query = new URLSearchParams({ ...good, ...changed })
    return (await fetch(`${variables['GOOGLE_AUTHORIZATION_URL']}?${query}`)).status
  }
  expect(await statusOf({})).toBe(200)
  for (const [name, value] of [
    ['client_id', 'another'],
    ['response_type', 'token'],
    ['state', ''],
    ['code_challenge', ''],
    ['code_challenge_method', 'plain'],
    ['redirect_uri', 'nowhere'],
  ] as const)
    expect([name, await statusOf({ [name]: value })]).toEqual([name, 400])
  await stop()
})

it('escapes everything from the request in its page', () => {
  expect(chooserPage({ state: '"><script>alert(1)</script>' })).not.toContain('<script>')
})
