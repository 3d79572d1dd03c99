/** What an element is styled by: the names that stand, one after the other. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
