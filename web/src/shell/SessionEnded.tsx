import { pagePaths } from '@equerre/contract/pages'
import { Link, useLocation } from 'react-router'
import { signInPath } from '../account/sign-in-path.ts'
import { rememberPrincipal, useLastPrincipal } from '../api/principal.ts'
import { shellWords } from '#words/shell'
import { CloseButton } from '../ui/CloseButton.tsx'
import * as layout from '../ui/sheets/layout.module.css'
import * as styles from './Layout.module.css'

/** The pages on which one signs in. */
const signInPages: readonly string[] = [pagePaths.login, pagePaths.register, pagePaths.account]

/** Says that the session has ended, and leads back to this page with a new one. */
export function SessionEnded() {
  const { pathname, search, hash } = useLocation()
  const ended = useLastPrincipal() === 'ended'
  return (
    <div role="alert">
      {ended && (
        <div className={styles.ended}>
          <div className={layout.column}>
            <p>
              {shellWords.sessionEnded.text}{' '}
              {!signInPages.includes(pathname) && (
                <Link to={signInPath(pathname + search + hash)}>{shellWords.sessionEnded.signIn}</Link>
              )}
            </p>
            <CloseButton className={styles.read} onClick={() => rememberPrincipal('guest')} />
          </div>
        </div>
      )}
    </div>
  )
}
