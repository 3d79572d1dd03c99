/** Runs work on a subject one at a time; whoever asks while it runs shares one more run, which sees what all of them changed. */
export type Turns = (subject: string, work: () => Promise<void>) => Promise<void>

export function createTurns(): Turns {
  const running = new Map<string, Promise<void>>()
  const following = new Map<string, Promise<void>>()
  const start = (subject: string, work: () => Promise<void>): Promise<void> => {
    following.delete(subject)
    const run = work().finally(() => running.delete(subject))
    running.set(subject, run)
    return run
  }
  return (subject, work) => {
    const shared = following.get(subject)
    if (shared) return shared
    const current = running.get(subject)
    if (!current) return start(subject, work)
    const again = () => start(subject, work)
    const next = current.then(again, again)
    following.set(subject, next)
    return next
  }
}
