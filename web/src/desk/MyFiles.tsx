import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { filesWords } from '#words/files'
import { meQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
import { filesHash } from './files-hash.ts'
import { Boundary } from '../ui/Boundary.tsx'
import * as button from '../ui/sheets/button.module.css'

const FilesDialog = lazy(async () => ({ default: (await import('./FilesDialog.tsx')).FilesDialog }))

/** Opens the list of files an account sent from any device in the last 24 hours. */
export function MyFiles() {
  const signedIn = useAnswer(meQuery) != null
  const { hash } = useLocation()
  const [open, setOpen] = useState(hash === filesHash)
  if (!signedIn) return null
  return (
    <>
      <button type="button" className={button.secondary} onClick={() => setOpen(true)}>
        {filesWords.title}
      </button>
      {open && (
        <Boundary fallback={null}>
          <Suspense>
            <FilesDialog onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}
