import { demoPeople } from '@equerre/local/stand-ins/google-chooser'
import { Client, type Reply } from './client.ts'

/** Whom to sign in as at the stand-in for Google: a demo person, a new one, or nobody. */
type Choice =
  | { readonly person: 'alice' | 'bob' | 'nobody' }
  | {
      readonly person: 'new'
      readonly email: string
      readonly name?: string
      readonly verified?: boolean
    }

/** Signs in with a browser of its own. */
export async function signIn(url: string, choice: Choice, client = new Client(url)): Promise<Client> {
  const back = await comeBack(client, await leave(client, choice))
  if (back.headers.get('Location')?.startsWith('/login'))
    throw new Error(`sign-in refused: ${back.headers.get('Location')}`)
  return client
}

/** Goes to the provider and chooses a person there. @returns where the provider redirects the browser */
export async function leave(client: Client, choice: Choice, next?: string): Promise<string> {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  const away = await client.ask(`/api/login/google${query}`, { redirect: 'manual' })
  const authorize = new URL(away.headers.get('Location') ?? '')
  const response = await fetch(new URL('/authorize', authorize), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...authorize.searchParams, ...Object.entries(formOf(choice))]),
  })
  return response.headers.get('Location') ?? ''
}

/** Follows the provider's redirect back to the product. */
export function comeBack(client: Client, location: string): Promise<Reply<string>> {
  const { pathname, search } = new URL(location)
  return client.ask(pathname + search, { redirect: 'manual' })
}

function formOf(choice: Choice): Record<string, string> {
  if (choice.person !== 'new') {
    const known = demoPeople.find(({ subject }) => subject.endsWith(choice.person))
    return { person: known?.subject ?? '' }
  }
  const { email, name = '', verified = true } = choice
  return { person: 'new', email, name, ...(verified ? { verified: 'on' } : {}) }
}
