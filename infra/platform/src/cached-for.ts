/** Beyond so many subjects the oldest answers are dropped: they are a saving, not a record. */
const subjectsMax = 10_000

/**
 * A look at something that may be `maxAgeMs` old: whoever asks about the same subject meanwhile shares one answer. A look that
 * failed is not kept.
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
    // Set anew at the end of the map, so that the first is the oldest.
    kept.delete(subject)
    kept.set(subject, { at: performance.now(), answer })
    if (kept.size > subjectsMax) kept.delete(kept.keys().next().value!)
    answer.catch(() => kept.delete(subject))
    return answer
  }
}
