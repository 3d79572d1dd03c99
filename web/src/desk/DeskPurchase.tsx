import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { isPaid } from '../account/credits/purchase.ts'
import { landed } from '../jobs/intake/admission.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { useHydrated } from '../ui/browser/use-hydrated.ts'

const PurchaseNotice = lazy(async () => ({
  default: (await import('../account/credits/PurchaseNotice.tsx')).PurchaseNotice,
}))

/** On return from a payment, says when the credits have arrived and resumes the cards with them. */
export function DeskPurchase() {
  const hydrated = useHydrated()
  const { search } = useLocation()
  const [paid] = useState(() => isPaid(search))
  return (
    hydrated &&
    paid && (
      <Boundary fallback={null}>
        <Suspense>
          <PurchaseNotice onLanded={() => void landed()} />
        </Suspense>
      </Boundary>
    )
  )
}
