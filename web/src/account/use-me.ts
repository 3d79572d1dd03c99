import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { meQuery, type User } from '../api/queries.ts'
import { useAlive } from '../ui/browser/use-alive.ts'

type Me = Pick<UseQueryResult<User | null>, 'data' | 'isPending' | 'isError' | 'refetch'>

/** Who is signed in; null for a guest, and for everybody in what the server draws. */
export function useMe(): Me {
  const alive = useAlive()
  const { data, isPending, isError, refetch } = useQuery(meQuery)
  return alive
    ? { data, isPending, isError, refetch }
    : { data: null, isPending: false, isError: false, refetch }
}
