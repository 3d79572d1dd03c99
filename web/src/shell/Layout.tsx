import { useQuery } from '@tanstack/react-query'
import { Suspense, useContext } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PageFactsContext } from '../api/page-facts.ts'
import { onlineQuery } from '../api/queries.ts'
import { shellWords } from '#words/shell'
import { Boundary } from '../ui/Boundary.tsx'
import { Notices } from '../ui/notices/Notices.tsx'
import { useAwayText } from './away.ts'
import { Footer } from './Footer.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { TopBar } from './TopBar.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Layout.module.css'

/** The frame of every page: top bar, content, footer and overlays. */
export function Layout() {
  const { pathname } = useLocation()
  const online = useQuery(onlineQuery).data ?? true
  const away = useAwayText()
  const staging = useContext(PageFactsContext)?.staging
  return (
    <>
      <a className={layout.skip} href="#contenu">
        {shellWords.nav.skip}
      </a>
      {staging && (
        <div className={styles.staging}>
          <p className={layout.column}>{shellWords.staging}</p>
        </div>
      )}
      <TopBar />
      <div role="alert">
        {!online && (
          <div className={styles.offline}>
            <p className={layout.column}>{away}</p>
          </div>
        )}
      </div>
      <SessionEnded />
      <main id="contenu" tabIndex={-1}>
        <Boundary part={pathname} fallback={<NotLoaded />}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </Boundary>
      </main>
      <Footer />
      <Notices />
    </>
  )
}

function NotLoaded() {
  return (
    <div className={classes(layout.column, styles.arriving)} role="alert">
      <p>{shellWords.notLoaded}</p>
      <button type="button" className={button.primary} onClick={() => location.reload()}>
        {shellWords.reload}
      </button>
    </div>
  )
}

/** Keeps the footer below the window, so that nothing jumps when the page loads. */
function Loading() {
  return (
    <div className={styles.arriving}>
      <p className={prose.unseen}>{shellWords.loading}</p>
    </div>
  )
}
