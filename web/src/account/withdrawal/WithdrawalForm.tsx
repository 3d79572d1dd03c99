import { useState } from 'react'
import type { FormEvent } from 'react'
import { withdraw } from '../../api/account.ts'
import type { Withdrawal, WithdrawalOffer } from '../../api/account.ts'
import { HttpError } from '../../api/client.ts'
import type { User } from '../../api/queries.ts'
import { formatDateTime } from '#words/format'
import { shellWords } from '#words/shell'
import { accountWords } from '#words/account'
import { showFailure } from '../show-failure.ts'
import * as button from '../../ui/sheets/button.module.css'
import * as details from '../details.module.css'
import * as styles from './withdrawal.module.css'

const { withdrawal: words } = accountWords

type Declaration = { readonly offer: WithdrawalOffer; readonly name: string; readonly email: string }

type WithdrawalFormProps = {
  readonly user: User
  readonly offers: readonly WithdrawalOffer[]
  /** The purchase to select at first. */
  readonly wanted: string | null
  readonly onDone: (withdrawal: Withdrawal) => void
}

/** Two steps: who withdraws from which purchase, then the confirmation. */
export function WithdrawalForm({ user, offers, wanted, onDone }: WithdrawalFormProps) {
  const [declaration, setDeclaration] = useState<Declaration | null>(null)
  const declare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const offer = offers.find(({ purchase_id }) => purchase_id === fields.get('purchase'))
    if (offer) setDeclaration({ offer, name: text(fields, 'name'), email: text(fields, 'email') })
  }
  return (
    <>
      <form onSubmit={declare} hidden={declaration !== null}>
        <Contracts offers={offers} wanted={wanted} />
        <label>
          {words.name}
          <input name="name" defaultValue={user.name ?? ''} autoComplete="name" maxLength={200} required />
        </label>
        <label>
          {words.email}
          <input
            name="email"
            type="email"
            defaultValue={user.email}
            autoComplete="email"
            maxLength={254}
            required
          />
          <small>{words.emailNote}</small>
        </label>
        <button type="submit" className={button.primary}>
          {words.renounce}
        </button>
      </form>
      {declaration && (
        <Confirmation declaration={declaration} onBack={() => setDeclaration(null)} onDone={onDone} />
      )}
    </>
  )
}

function Contracts({ offers, wanted }: Pick<WithdrawalFormProps, 'offers' | 'wanted'>) {
  const open = offers.filter(({ refund_cents }) => refund_cents > 0)
  const chosen =
    open.find(({ purchase_id }) => purchase_id === wanted) ?? (open.length === 1 ? open[0] : null)
  return (
    <fieldset>
      <legend>{words.contract}</legend>
      {offers.map((offer) => (
        <label key={offer.purchase_id} className={styles.choice}>
          <input
            type="radio"
            name="purchase"
            value={offer.purchase_id}
            defaultChecked={offer === chosen}
            disabled={offer.refund_cents === 0}
            required
          />
          <span>
            {words.choice(offer.credits, offer.price_cents, formatDateTime(offer.bought_at))}
            <small>
              {offer.refund_cents > 0 ? words.gives(offer.unused_credits, offer.refund_cents) : words.used}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ConfirmationProps = {
  readonly declaration: Declaration
  readonly onBack: () => void
  readonly onDone: (withdrawal: Withdrawal) => void
}

function Confirmation({ declaration: { offer, name, email }, onBack, onDone }: ConfirmationProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      onDone(await withdraw({ purchase_id: offer.purchase_id, name, email }))
    } catch (error) {
      setBusy(false)
      showFailure(error, words.refused(error instanceof HttpError ? error.text : shellWords.unreachable))
    }
  }
  return (
    <section aria-labelledby="confirmer">
      <h2 id="confirmer">{words.checkTitle}</h2>
      <p>{words.check(offer.unused_credits, offer.refund_cents)}</p>
      <dl className={details.details}>
        <div>
          <dt>{words.contract}</dt>
          <dd>{words.choice(offer.credits, offer.price_cents, formatDateTime(offer.bought_at))}</dd>
        </div>
        <div>
          <dt>{words.name}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{words.email}</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <button
          type="button"
          className={button.primary}
          autoFocus
          disabled={busy}
          onClick={() => void confirm()}
        >
          {words.confirm}
        </button>
        <button type="button" className={button.secondary} disabled={busy} onClick={onBack}>
          {words.back}
        </button>
      </div>
    </section>
  )
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
