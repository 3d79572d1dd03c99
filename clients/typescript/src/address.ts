/** Where a call goes, by its path in the reference. */
export function addressOf(
  template: string,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const held = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(held.map(([name, value]) => [name, String(value)])).toString()
  return (
    template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')) +
    (search && `?${search}`)
  )
}
