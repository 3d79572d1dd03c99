import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { meQuery, type User } from '../api/queries.ts'
import { useHydrated } from '../ui/browser/use-hydrated.ts'

type Me = Pick<UseQueryResult<User | null>, 'data' | 'isPending' | 'isError' | 'refetch'>

/** The signed-in user; null for guests, and for everybody in server-rendered markup. */
export function useMe(): Me {
  const hydrated = useHydrated()
  const { data, isPending, isError, refetch } = useQuery(meQuery)
  return hydrated
    ? { data, isPending, isError, refetch }
    : { data: null, isPending: false, isError: false, refetch }
}
