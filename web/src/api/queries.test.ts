import { afterEach, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { meQuery, queryClient } from './queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const problem = (status: number) => async () => new Response('{}', { status })
const user = { email: 'camille@exemple.test', name: null, credits: 3, api_key: '' }

test('S-13: whichever call learns that the session has ended, the user and what was fetched for them are forgotten', async () => {
  queryClient.setQueryData(meQuery.queryKey, user)
  queryClient.setQueryData(['history'], ['a purchase'])
  vi.stubGlobal('fetch', problem(403))
  await expect(call('listIngestions')).rejects.toThrow('HTTP 403')
  expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(user)

  vi.stubGlobal('fetch', problem(401))
  await expect(call('listIngestions')).rejects.toThrow('HTTP 401')
  expect(queryClient.getQueryData(meQuery.queryKey)).toBeNull()
  expect(queryClient.getQueryData(['history'])).toBeUndefined()
})
