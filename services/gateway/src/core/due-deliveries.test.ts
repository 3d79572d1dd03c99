import { expect, it } from 'vitest'
import { chooseDue, fullOnes, type Due, type InFlight } from './due-deliveries.ts'

const bounds = { perOwner: 2, perHost: 3 }
const due = (id: string, ownerId: string, host: string): Due => ({ id, ownerId, host })
const nothing = (): InFlight => ({ owners: new Map(), hosts: new Map() })

it('chooses in turn, within the windows of owner and host', () => {
  const inFlight = nothing()
  const all = [
    due('1', 'a', 'x'),
    due('2', 'a', 'x'),
    due('3', 'a', 'y'),
    due('4', 'b', 'x'),
    due('5', 'c', 'x'),
  ]
  expect(chooseDue(all, inFlight, bounds)).toEqual(['1', '2', '4'])
  expect(fullOnes(inFlight.owners, bounds.perOwner)).toEqual(['a'])
  expect(fullOnes(inFlight.hosts, bounds.perHost)).toEqual(['x'])
})

it('counts what is on its way already', () => {
  const inFlight = { owners: new Map([['a', 2]]), hosts: new Map([['x', 3]]) }
  expect(chooseDue([due('1', 'a', 'y'), due('2', 'b', 'x'), due('3', 'b', 'y')], inFlight, bounds)).toEqual([
    '3',
  ])
})
