import { QueryObserver } from '@tanstack/react-query'
import { principalChanged } from '../../api/principal.ts'
import { meQuery, queryClient, type User } from '../../api/queries.ts'
import { guest } from './persist.ts'

/** Tells whose desk it is, as soon as that is known and whenever it changes: the account's address, or {@link guest}. */
export function watchOwner(tell: (owner: string) => void): void {
  let known: string | null = null
  const look = (user: User | null | undefined) => {
    const owner = user === undefined ? null : (user?.email ?? guest)
    if (owner === null || owner === known) return
    known = owner
    tell(owner)
  }
  const observer = new QueryObserver(queryClient, meQuery)
  observer.subscribe(({ data }) => look(data))
  look(observer.getCurrentResult().data)
  // Another tab signed in or out.
  principalChanged(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }))
}
