/** Beyond this many subjects the oldest answers are dropped: they only save work. */
const subjectsMax = 10_000

/**
 * Caches lookups for `maxAgeMs`, one answer per subject, shared by all callers. A lookup that failed is not
 * cached.
 */
export function cachedFor<Subject extends string, T>(
  maxAgeMs: number,
  look: (subject: Subject) => Promise<T>,
): (subject: Subject) => Promise<T> {
  const kept = new Map<Subject, { readonly at: number; readonly answer: Promise<T> }>()
  return (subject) => {
    const known = kept.get(subject)
    if (known && performance.now() - known.at <= maxAgeMs) return known.answer
    const answer = look(subject)
    // Re-inserted at the end of the map, so that the first entry is the oldest.
    kept.delete(subject)
    kept.set(subject, { at: performance.now(), answer })
    if (kept.size > subjectsMax) kept.delete(kept.keys().next().value!)
    answer.catch(() => kept.delete(subject))
    return answer
  }
}
