import { QueryObserver } from '@tanstack/react-query'
import { meQuery, queryClient, type User } from '../../api/queries.ts'
import { guest } from './persist.ts'

/** Reports the desk's owner once known and on every change: the account's email address or {@link guest}. */
export function watchOwner(report: (owner: string) => void): void {
  let known: string | null = null
  const update = (user: User | null | undefined) => {
    const owner = user === undefined ? null : (user?.email ?? guest)
    if (owner === null || owner === known) return
    known = owner
    report(owner)
  }
  const observer = new QueryObserver(queryClient, meQuery)
  observer.subscribe(({ data }) => update(data))
  update(observer.getCurrentResult().data)
}
