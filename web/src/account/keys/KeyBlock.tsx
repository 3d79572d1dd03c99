import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { keysQuery } from '../../api/account.ts'
import { accountWords } from '#words/account'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import { useHydrated } from '../../ui/browser/use-hydrated.ts'
import { maskKey } from './key.ts'
import { KeyState } from './KeyState.tsx'
import { signInPath } from '../sign-in-path.ts'
import { useKeysHidden } from './use-keys-hidden.ts'
import { useMe } from '../use-me.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './KeyBlock.module.css'

const { key: words, api } = accountWords

/** The reader's own key as a request header, or how to get one. */
export function KeyBlock() {
  const hydrated = useHydrated()
  const { data: user, isPending } = useMe()
  if (user) return <OwnKey />
  return (
    <div className={classes(styles.key, layout.crossed)} data-for-guests={hydrated ? undefined : ''}>
      <span>{isPending ? accountWords.loading : api.signInFirst}</span>
      {!isPending && (
        <Link className={classes(button.primary, button.small)} to={signInPath(pagePaths.api)}>
          {api.signIn}
        </Link>
      )}
    </div>
  )
}

function OwnKey() {
  const { data: keys, isError } = useQuery(keysQuery)
  const [hidden, toggle] = useKeysHidden()
  if (!keys)
    return (
      <div className={classes(styles.key, layout.crossed)}>
        <KeyState failed={isError} />
      </div>
    )
  return (
    <>
      <KeyLine title={words.title} secret={keys.api_key} {...{ hidden, toggle }} />
      <KeyLine title={words.testTitle} secret={keys.test_api_key} {...{ hidden, toggle }} />
      <p className={styles.note}>
        {words.testTitle}. {words.testNote}
      </p>
    </>
  )
}

type KeyLineProps = { title: string; secret: string; hidden: boolean; toggle: () => void }

function KeyLine({ title, secret, hidden, toggle }: KeyLineProps) {
  return (
    <div className={classes(styles.key, layout.crossed)}>
      <code>
        {words.header}
        <b>{hidden ? maskKey(secret) : secret}</b>
      </code>
      <CopyButton text={secret} what={title}>
        <button type="button" className={classes(button.ghost, button.small)} onClick={toggle}>
          <Icon name={hidden ? 'show' : 'hide'} small /> {hidden ? words.show : words.hide}
          <span className={prose.unseen}> {title}</span>
        </button>
      </CopyButton>
    </div>
  )
}
