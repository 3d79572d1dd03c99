import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { pagePaths } from '@equerre/contract/pages'
import { useSearchParams } from 'react-router'
import { apiUrl } from '../api/client.ts'
import { creditsQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
import { accountWords } from '#words/account'
import { PageTitle } from '../shell/PageTitle.tsx'
import { SetSquare } from '../ui/drawings/figures.tsx'
import { useHydrated } from '../ui/browser/use-hydrated.ts'
import { returnPath } from './return-path.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as figure from '../ui/drawings/figures.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './SignIn.module.css'

const { signIn: words } = accountWords

type SignInProps = {
  /** Document title; the heading is the same everywhere. */
  readonly title: string
  /** Internal path to return to after the sign-in; null for the default. */
  readonly next: string | null
}

/** Shown to guests where an account is needed. Google's page is a browser navigation, not a call. */
export function SignIn({ title, next }: SignInProps) {
  const hydrated = useHydrated()
  const credits = useAnswer(creditsQuery) ?? 0
  const back = next ?? (hydrated ? returnPath() : pagePaths.account)
  return (
    <div className={layout.column} data-for-guests={hydrated ? undefined : ''}>
      <div className={classes(styles.sheet, layout.crossed)}>
        <div className={styles.words}>
          <PageTitle title={title}>{words.title}</PageTitle>
          <p>{words.text}</p>
          <SignInNews />
          <a
            className={classes(button.primary, button.large, button.wide)}
            href={apiUrl(`/api/login/google?next=${encodeURIComponent(addressIn(language, back))}`)}
          >
            <GoogleMark /> {words.google}
          </a>
          <p className={styles.note}>
            {words.created} {credits > 0 && words.follow(credits)}
          </p>
        </div>
        <div className={styles.drawing}>
          <svg className={figure.figure} viewBox="0 0 420 420" width="420" aria-hidden="true">
            <path className={figure.construction} d="M110 -200V640M310 -200V640M-200 60H640M-200 343H640" />
            <path className={figure.sheet} d="M110 60h200v283H110z" />
            <path className={figure.accent} d="M110 313h30v30" />
            <path className={figure.lines} d="M138 100h64M138 140h144M138 158h144M138 176h144M138 194h96" />
            <g transform="translate(110 343) scale(.9)">
              <SetSquare frame={styles.setSquare} scale={styles.ticks} />
            </g>
          </svg>
        </div>
      </div>
    </div>
  )
}

/** Why the visitor came back: a failed sign-in, a deleted account. */
function SignInNews() {
  const [query] = useSearchParams()
  const failure = Object.entries(words.failures).find(([code]) => code === query.get('erreur'))?.[1]
  const news = query.has('supprime') ? words.deleted : failure
  return (
    <div role="status">
      {news && (
        <p className={classes(prose.remark, styles.news, news === failure && styles.failure)}>{news}</p>
      )}
    </div>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path
        fill="currentColor"
        d="M17.6 9.2c0-.6-.1-1.2-.2-1.7H9v3.3h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.5zM9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.2c-.8.5-1.8.9-3.1.9-2.3 0-4.3-1.6-5-3.7H1v2.3A9 9 0 0 0 9 18zM4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8.1l3-2.4zM9 3.6c1.3 0 2.5.4 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3c.7-2.1 2.7-3.7 5-3.7z"
      />
    </svg>
  )
}
