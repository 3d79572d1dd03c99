import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../api/account.ts'
import { formatDateTime } from '#words/format'
import { accountWords } from '#words/account'
import { KeyRow } from './KeyRow.tsx'
import { KeyState } from './KeyState.tsx'
import { useKeysHidden } from './use-keys-hidden.ts'

const { key: words } = accountWords

/** The account's two keys. */
export function Keys() {
  const { data: keys, isError } = useQuery(keysQuery)
  const [hidden, toggle] = useKeysHidden()
  if (!keys)
    return (
      <div>
        <dt>{words.title}</dt>
        <dd>
          <KeyState failed={isError} />
        </dd>
      </div>
    )
  const { api_key, test_api_key, last_used_at } = keys
  return (
    <>
      <KeyRow kind="live" secret={api_key} hidden={hidden} onToggle={toggle}>
        {last_used_at === null ? words.never : words.lastUse(formatDateTime(last_used_at))}
      </KeyRow>
      <KeyRow kind="test" secret={test_api_key} hidden={hidden} onToggle={toggle}>
        {words.testNote}
      </KeyRow>
    </>
  )
}
