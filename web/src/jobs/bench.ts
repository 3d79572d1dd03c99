import { creditsQuery, noteCredits, queryClient, refreshCredits } from '../api/queries.ts'
import { deleteIngestion, detect, ingest, rectify } from '../api/steps.ts'
import { fileOf } from './kept/files.ts'
import type { Job } from './job.ts'
import { withLock } from './kept/persistence.ts'
import { createRunner } from './runner.ts'
import { useSettings } from './intake/settings.ts'
import { ask, dispatch, useDesk } from './store.ts'

/** The cards as they are now. */
export const allJobs = (): readonly Job[] => useDesk.getState().jobs

/** The balance that the page knows, or null. */
export const knownCredits = (): number | null => queryClient.getQueryData(creditsQuery.queryKey) ?? null

/** Works on the cards of this tab. */
export const runner = createRunner({
  jobs: allJobs,
  dispatch,
  fileOf,
  ingest,
  detect,
  rectify,
  erase,
  credits: knownCredits,
  noteCredits,
  refreshCredits,
  settings: useSettings.getState,
  askPages: (question) => ask({ kind: 'pages', ...question }),
  withLock,
  nowMs: () => performance.now(),
})

/** Erases the service's copy of a file; that it failed is nobody's business but the log's. */
export async function erase(ingestionId: string): Promise<void> {
  await deleteIngestion(ingestionId).catch(reportError)
}
