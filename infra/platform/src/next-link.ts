/**
 * Where a list goes on (RFC 8288), for programs that follow links: the same address with the cursor of the answer.
 * @param asked path and query of the request
 * @returns null where nothing follows
 */
export function nextLink(asked: string, body: unknown): string | null {
  const cursor = (body as { readonly next_cursor?: unknown } | null | undefined)?.next_cursor
  if (typeof cursor !== 'string' && typeof cursor !== 'number') return null
  const { pathname, searchParams } = new URL(asked, 'http://here')
  searchParams.set('cursor', String(cursor))
  return `<${pathname}?${searchParams}>; rel="next"`
}
