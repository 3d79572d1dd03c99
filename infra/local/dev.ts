import { watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import type { ServiceName } from './service.ts'
import { cloneFolder } from './tools.ts'

/** Editors save a file in several writes. */
const settleMs = 200
const shared = ['infra/contract/src', 'infra/platform/src', 'infra/geometry/src', 'infra/words/src']

/** The sources of each service, below the root of the clone. */
export const serviceSources: Readonly<Record<ServiceName, readonly string[]>> = {
  auth: ['services/auth/src', ...shared],
  billing: ['services/billing/src', ...shared],
  courier: ['services/courier/src', ...shared],
  'vision-worker': ['services/vision-worker/src', ...shared],
  gateway: ['services/gateway/src', ...shared],
}

/**
 * Calls `changed` once for every burst of changes below `folders`.
 * @returns a function that stops watching
 */
export function watchSources(folders: readonly string[], changed: () => void): () => void {
  let pending: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(pending)
      pending = setTimeout(changed, settleMs)
    }),
  )
  return () => {
    clearTimeout(pending)
    for (const watcher of watchers) watcher.close()
  }
}

/** Serves the page from its sources at `port`; requests to the API go to the gateway at `target`. */
export async function startPageServer(
  { host, port }: { host: string; port: number },
  target: string,
): Promise<{ readonly stop: () => Promise<void> }> {
  process.env['API_TARGET'] = target
  const server = await createServer({
    configFile: path.join(cloneFolder, 'web/vite.config.ts'),
    server: { host, port, strictPort: true },
  })
  await server.listen()
  return { stop: () => server.close() }
}
