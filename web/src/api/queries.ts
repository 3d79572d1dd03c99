import type { ReplyOf } from '@equerre/contract/endpoint'
import type { getMe } from '@equerre/contract/identity'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { apiUrl, call, HttpError, onUnauthenticated } from './client.ts'
import { fetchCredits } from './credits.ts'
import { mayBeSignedIn, pageCookies, writeCreditsCookie } from './cookies.ts'
import { noteGuest, rememberPrincipal } from './principal.ts'

export type User = ReplyOf<typeof getMe>

const offlineCheckMs = 30_000
const minuteMs = 60_000

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: minuteMs } },
})

/** Also runs offline, where it returns the known balance: its callers must not wait for a network. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ client, queryKey }) => fetchCredits(client.getQueryData(queryKey)),
  networkMode: 'always',
  refetchOnReconnect: 'always',
  // Another tab may have spent some.
  refetchOnWindowFocus: 'always',
})

/** The signed-in user, or null for a guest, which is known from the first paint on. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: fetchMe,
  staleTime: 5 * minuteMs,
  initialData: () => (mayBeSignedIn(pageCookies()) ? undefined : null),
  initialDataUpdatedAt: 0,
  // Another tab may have signed out; for a guest this sends no request.
  refetchOnWindowFocus: 'always',
})

/** Whether the service responds; refetched on focus, on network changes, and every 30 s while it does not. */
export const onlineQuery = queryOptions({
  queryKey: ['online'],
  queryFn: fetchOnline,
  networkMode: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: (query) => (query.state.data === false ? offlineCheckMs : false),
})

// It hears of changes only, and a page may be restored without a network.
if (typeof navigator !== 'undefined' && navigator.onLine === false) onlineManager.setOnline(false)

/** With a network again nobody knows whether the service responds: that it did not says nothing. */
onlineManager.subscribe(
  (online) =>
    void (online ? queryClient.resetQueries(onlineQuery) : queryClient.invalidateQueries(onlineQuery)),
)

/** Shows the balance from a response, without another request. */
export function noteCredits(credits: number): void {
  writeCreditsCookie(credits)
  queryClient.setQueryData(creditsQuery.queryKey, credits)
}

/** Fetches the balance and shows it. */
export async function refreshCredits(): Promise<number> {
  return queryClient.fetchQuery({ ...creditsQuery, staleTime: 0 })
}

async function fetchMe(): Promise<User | null> {
  // For a guest the call would only be refused and logged as an error in the console.
  if (!mayBeSignedIn(pageCookies())) return noteGuest()
  try {
    const user = (await (await call('getMe')).json()) as User
    rememberPrincipal('user')
    return user
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 401)) throw error
    return noteGuest()
  }
}

/** What is known of a guest too. */
const guestKeys: readonly unknown[] = [meQuery, creditsQuery, onlineQuery].map(({ queryKey: [key] }) => key)

/** Whose session has ended elsewhere is forgotten, along with what was fetched for them, or it would stay in sight. */
onUnauthenticated((sessionEnded) => {
  if (!sessionEnded && queryClient.getQueryData(meQuery.queryKey) === null) return
  queryClient.setQueryData(meQuery.queryKey, noteGuest())
  // Not reset: that would fetch it again for those who show it, until they are drawn without it.
  queryClient.removeQueries({ predicate: ({ queryKey: [key] }) => !guestKeys.includes(key) })
  void queryClient.resetQueries(creditsQuery)
})

async function fetchOnline(): Promise<boolean> {
  try {
    const response = await fetch(apiUrl('/api/healthz'), { credentials: 'include' })
    // An unread body would keep the connection busy.
    await response.text()
    return response.status === 200
  } catch {
    return false
  }
}
