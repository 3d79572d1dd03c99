import * as assemblies from '@equerre/contract/assemblies'
import * as billing from '@equerre/contract/billing'
import * as credits from '@equerre/contract/credits'
import * as detourage from '@equerre/contract/detourage'
import * as account from '@equerre/contract/export'
import * as identity from '@equerre/contract/identity'
import * as ingestions from '@equerre/contract/ingestions'
import * as keys from '@equerre/contract/keys'
import * as webhooks from '@equerre/contract/webhooks'
import { expect, test } from 'vitest'
import { routes } from './routes.ts'

const endpoints = {
  ...account,
  ...assemblies,
  ...billing,
  ...credits,
  ...detourage,
  ...identity,
  ...ingestions,
  ...keys,
  ...webhooks,
}

test.each(Object.entries(routes))(
  'K-01 K-02 K-03 K-05 K-06 K-07 K-08 K-09 K-11: %s matches the contract',
  (name, route) => {
    const endpoint = endpoints[name as keyof typeof routes]
    expect(route).toBe(`${endpoint.method} ${endpoint.path}`)
  },
)
