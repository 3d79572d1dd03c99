import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isPaid } from '../account/credits/purchase.ts'
import { landed } from '../jobs/intake/admission.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { useHydrated } from '../ui/browser/use-hydrated.ts'

const PurchaseNotice = lazy(async () => ({
  default: (await import('../account/credits/PurchaseNotice.tsx')).PurchaseNotice,
}))

/** Whoever left the desk to pay is back: told when the credits are there, with which the cards go on. */
export function DeskPurchase() {
  const hydrated = useHydrated()
  const [query, setQuery] = useSearchParams()
  const [paid] = useState(() => isPaid(query.toString()))
  const onLanded = () => {
    // A reload must not go on with these credits a second time.
    setQuery({}, { replace: true })
    void landed()
  }
  return (
    hydrated &&
    paid && (
      <Boundary fallback={null}>
        <Suspense>
          <PurchaseNotice onLanded={onLanded} />
        </Suspense>
      </Boundary>
    )
  )
}
