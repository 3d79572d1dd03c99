/** Whether an inner service answers; its own readiness is its own affair. */
export async function isHealthy(address: string): Promise<boolean> {
  const response = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(1_000) })
  return response.ok
}
