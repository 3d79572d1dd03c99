/**
 * Like `Promise.all`, but fails only once all of it has ended: nothing may outlive its step. What a step stored later would be taken
 * for an offence of the next one of its cell.
 */
export async function together<const Work extends readonly unknown[]>(work: Work) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
