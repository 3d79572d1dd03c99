import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readAuthConfig } from '../src/config.ts'
import { testVariables } from './variables.ts'

describe('the settings', () => {
  const base64 = randomBytes(32).toString('base64')
  const read = (variables: Record<string, string>) =>
    readAuthConfig({ ...testVariables, DATABASE_URL: 'postgres://auth@127.0.0.1/x', ...variables })

  it('take several master keys, the first of which encrypts', () => {
    const { KEY_ENCRYPTION_KEYS } = read({ KEY_ENCRYPTION_KEYS: `b:${base64}, a:${base64}` })
    expect(KEY_ENCRYPTION_KEYS.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it.each(['a', base64, 'a:court', `a:${base64},a:${base64}`, `a:${base64},`, `A b:${base64}`])(
    'refuse the master keys %j without repeating them',
    (text) => {
      expect(() => read({ KEY_ENCRYPTION_KEYS: text })).toThrow(
        /^KEY_ENCRYPTION_KEYS: needs comma-separated id:base64 entries of 32 bytes/,
      )
    },
  )

  it('refuse to start in production without Google credentials', () => {
    const env = { NODE_ENV: 'production', GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }
    expect(() => read(env)).toThrow(/GOOGLE_CLIENT_ID.*\n.*GOOGLE_CLIENT_SECRET/)
  })

  it('refuse a provider over plain HTTP in production, such as the stand-in', () => {
    const env = { NODE_ENV: 'production', GOOGLE_TOKEN_URL: 'http://127.0.0.1:1/token' }
    expect(() => read(env)).toThrow('GOOGLE_TOKEN_URL: needs https in production')
    expect(read({ ...env, GOOGLE_TOKEN_URL: 'https://id.test/token' }).NODE_ENV).toBe('production')
  })
})
