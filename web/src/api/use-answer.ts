import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useHydrated } from '../ui/browser/use-hydrated.ts'

/** What `query` knows. Nothing while the server's drawing is taken over: the frame around a page asks before the page is hydrated. */
export function useAnswer<Answer>(
  query: UseQueryOptions<Answer, Error, Answer, string[]>,
): Answer | undefined {
  const hydrated = useHydrated()
  const { data } = useQuery(query)
  return hydrated ? data : undefined
}
