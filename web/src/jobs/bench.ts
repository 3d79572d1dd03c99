import { onlineManager } from '@tanstack/react-query'
import { limits } from '../api/page-facts.ts'
import { creditsQuery, noteCredits, onlineQuery, queryClient, refreshCredits } from '../api/queries.ts'
import { deleteIngestion, detect, ingest, rectify } from '../api/steps.ts'
import { withHeld } from './kept/fetched.ts'
import { fileOf } from './kept/files.ts'
import { takePassword } from './kept/passwords.ts'
import type { Job } from './job.ts'
import { renderingCost } from './look/look.ts'
import { createRenderer } from './look/renderer.ts'
import { withLock } from './kept/persistence.ts'
import { createRunner, explain } from './runner.ts'
import { useSettings } from './intake/settings.ts'
import { ask, dispatch, useDesk } from './store.ts'

/** The current cards. */
export const allJobs = (): readonly Job[] => useDesk.getState().jobs

/** The balance last seen by the page, or null. */
export const knownCredits = (): number | null => queryClient.getQueryData(creditsQuery.queryKey) ?? null

/** Runs this tab's cards. */
export const runner = createRunner({
  jobs: allJobs,
  dispatch,
  fileOf,
  takePassword,
  ingest,
  detect,
  rectify,
  erase,
  credits: knownCredits,
  noteCredits,
  refreshCredits,
  settings: useSettings.getState,
  online: () => onlineManager.isOnline() && queryClient.getQueryData(onlineQuery.queryKey) !== false,
  askPages: (question) => ask({ kind: 'pages', ...question }),
  withLock,
  nowMs: () => performance.now(),
})

/** Long enough for a second press. */
const restMs = 300

/** Renders finished cards again. */
export const renderer = createRenderer({
  jobs: allJobs,
  dispatch,
  rectify,
  cost: (job) => renderingCost(job, limits),
  withPicture: withHeld,
  noteCredits,
  explain,
  withLock,
  pace: () => useSettings.getState().concurrency,
  options: () => useSettings.getState().options,
  rest: () => new Promise((resolve) => setTimeout(resolve, restMs)),
})

/** Erases the service's copy of a file; a failure is only logged. */
export async function erase(ingestionId: string): Promise<void> {
  await deleteIngestion(ingestionId).catch(reportError)
}
