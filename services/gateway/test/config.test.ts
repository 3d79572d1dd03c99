import { operatorVariables } from '@equerre/contract/operator'
import { describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../src/config.ts'

const secret = 'x'.repeat(32)
const base = {
  PORT: '0',
  DATABASE_URL: 'postgres://localhost/equerre',
  REDIS_URL: 'redis://localhost',
  INTERNAL_TOKEN: secret,
  KEY_PEPPER: secret,
  ADDRESS_SIGNING_KEY: secret,
  PDF_PASSWORD_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  COURIER_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  AUTH_URL: 'http://localhost:1',
  BILLING_URL: 'http://localhost:2',
  WEB_DIR: 'dist',
  STORAGE: 'filesystem',
  STORAGE_DIR: 'objects',
}
const variables = Object.values(operatorVariables)
const details = Object.fromEntries(variables.map((variable) => [variable, `valeur de ${variable}`]))
const given = { ...details, PUBLIC_URL: 'https://equerre.test', TRUST_PROXY: '1' }

it('fetches nothing from addresses and takes no batches unless told to, so that no former gateway beside it is given what it does not know', () => {
  expect(readGatewayConfig(base)).toMatchObject({ FETCHING: false, BATCHES: false })
})

describe('the gateway in production', () => {
  const production = { ...base, ...given, NODE_ENV: 'production' }

  it.each([
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://equerre.test'],
    ['TRUST_PROXY', ''],
    ['TRUST_PROXY', '0'],
  ])('does not start with %s=%s', (name, value) => {
    expect(() => readGatewayConfig({ ...production, [name]: value })).toThrow(`${name}: production needs`)
  })

  it('starts behind a TLS proxy, and outside production without one', () => {
    expect(readGatewayConfig(production).TRUST_PROXY).toBe(1)
    expect(readGatewayConfig(base).PUBLIC_URL).toBeUndefined()
  })
})

describe('the operator’s details', () => {
  it.each(variables)('are incomplete in production without %s', (variable) => {
    const env = { ...base, ...given, NODE_ENV: 'production', [variable]: '' }
    expect(() => readGatewayConfig(env)).toThrow(variable)
  })

  it('let production start when complete', () => {
    const { operator } = readGatewayConfig({ ...base, ...given, NODE_ENV: 'production' })
    expect(Object.values(operator)).toEqual(Object.values(details))
  })

  it('may be incomplete elsewhere', () => {
    const { operator } = readGatewayConfig({ ...base, OPERATOR_NAME: 'Atelier Exemple' })
    expect(operator.name).toBe('Atelier Exemple')
    expect(operator.phone).toBeNull()
  })
})
