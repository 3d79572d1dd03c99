import type { KeyScope } from '@equerre/contract/api-key'
import type { NamedKey } from '../../api/keys.ts'

const dayMs = 86_400_000

type Settings = Pick<NamedKey, 'name' | 'scopes' | 'credits_per_month'> & {
  /** Absent where the end stays as it is. */
  readonly expires_at?: string | null
}

/** What the form of a key says. */
export function readSettings(fields: FormData, now: Date): Settings {
  const text = (name: string) => (fields.get(name) as string).trim()
  const [end, cap] = [text('end'), text('cap')]
  return {
    name: text('name'),
    scopes: fields.getAll('scope') as KeyScope[],
    credits_per_month: cap === '' ? null : Number(cap),
    ...(end !== 'keep' && {
      expires_at: end === 'never' ? null : new Date(now.getTime() + Number(end) * dayMs).toISOString(),
    }),
  }
}
