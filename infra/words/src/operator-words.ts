import type { OperatorDetail } from '@equerre/contract/operator'

/** What each detail of who runs the service is, in one language. */
export type OperatorWords = { readonly [Name in OperatorDetail]: string }
