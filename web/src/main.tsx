import { languageBases, readAddress } from '@equerre/contract/language'
import { language } from '#words/language'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { principalChanged } from './api/principal.ts'
import { queryClient } from './api/queries.ts'
import { waitingUntilMs } from './jobs/kept/waiting.ts'
import { loadPage } from './routes.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'

const waitingUntil = waitingUntilMs()
// Unsent files are erased after a day, whichever page is opened first.
if (waitingUntil !== null && waitingUntil <= Date.now())
  void import('./jobs/kept/persist.ts').then(({ eraseExpired }) => eraseExpired(Date.now()))

// Another tab signed in or out: nothing of the former account may stay in sight here.
principalChanged(() => void queryClient.resetQueries())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html holds no #root')

// No top-level await: the page's scripts import this module and would wait for it to finish.
void loadPage(readAddress(location.pathname).path)
  .catch(() => {})
  // In a transition, React yields to the browser, so that scrolling never waits for the whole page.
  .then(() => startTransition(() => draw(root)))

/** Hydrates the server's markup, if any. */
function draw(root: HTMLElement): void {
  const app = (
    <App
      router={({ children }) => (
        <BrowserRouter basename={languageBases[language] || '/'}>{children}</BrowserRouter>
      )}
    />
  )
  if (root.hasChildNodes()) hydrateRoot(root, app)
  else createRoot(root).render(app)
  delete document.documentElement.dataset['early']
  window.pressed?.click()
}
