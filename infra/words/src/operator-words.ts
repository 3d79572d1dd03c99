import type { OperatorDetail } from '@equerre/contract/operator'

/** The label of each detail about the operator, in one language. */
export type OperatorWords = { readonly [Name in OperatorDetail]: string }
