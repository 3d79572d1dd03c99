import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useAlive } from '../ui/browser/use-alive.ts'

/** What `query` knows. Nothing while the server's drawing is taken over: the frame around a page asks before the page is alive. */
export function useAnswer<Answer>(
  query: UseQueryOptions<Answer, Error, Answer, string[]>,
): Answer | undefined {
  const alive = useAlive()
  const { data } = useQuery(query)
  return alive ? data : undefined
}
