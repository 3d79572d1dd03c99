import { endpoints } from '@equerre/contract/openapi'
import { Problem } from '@equerre/contract/problems'
import type { Router } from 'express'

/** An address of the contract answers any method that it does not take with 405 and those that it takes. Mounted after all of them. */
export function refuseOtherMethods(router: Router): void {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  // « usage » is no id: what has no parameters first.
  const paths = [...byPath.keys()].toSorted((one, other) => parametersIn(one) - parametersIn(other))
  for (const path of paths) {
    const methods = byPath.get(path)!.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    router.all(path, (_request, response) => {
      response.set('Allow', methods.join(', '))
      throw new Problem('method_not_allowed')
    })
  }
}

function parametersIn(path: string): number {
  return path.split(':').length - 1
}
