import type { AssemblyPage } from '@equerre/contract/assemblies'
import { isStopped, wholeAs } from '../job.ts'
import type { Job } from '../job.ts'
import { madeLook, modeOf } from '../look/look.ts'

/** The service's maximum. */
const nameCharactersMax = 200

/** A page as it goes into an assembly. A digital page that looks as it was sent is not turned into a picture. */
export function assemblyPage(job: Job): AssemblyPage {
  // A name that nobody gave it would hide where its file begins from the bookmarks.
  const name = job.title ? { name: shortened(job.title) } : {}
  const { rectify, ingest, page } = job
  const look = madeLook(job)
  const isUntouched = wholeAs(job) === 'digital' && look !== null && modeOf(look) === 'photo'
  if (ingest !== null && (isUntouched || isAsSent(job)))
    return { ingestion_id: ingest.ingestion_id, page, ...name, ...(look && { turn: look.turn }) }
  if (rectify === null) throw new Error('a page without a result')
  return { rectify_id: rectify.id, ...name }
}

/** Never ends in half a character, which the service refuses. */
function shortened(name: string): string {
  return name.slice(0, nameCharactersMax).replace(/[\ud800-\udbff]$/, '')
}

/** A page of a PDF that nothing was made of, because nobody asked for it or because nothing was found. */
export function isAsSent(job: Job): boolean {
  const left = job.held === 'choice' || isStopped(job)
  return job.kind === 'pdf' && job.ingest !== null && job.rectify === null && left
}
