import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useHydrated } from '../ui/browser/use-hydrated.ts'

/** The data of `query`; undefined during hydration, because the page's frame queries before it is hydrated. */
export function useAnswer<Answer>(
  query: UseQueryOptions<Answer, Error, Answer, string[]>,
): Answer | undefined {
  const hydrated = useHydrated()
  const { data } = useQuery(query)
  return hydrated ? data : undefined
}
