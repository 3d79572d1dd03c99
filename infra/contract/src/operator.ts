/**
 * What French law requires a paid service to publish about its operator, and the variable that holds each
 * detail.
 */
export const operatorVariables = {
  name: 'OPERATOR_NAME',
  legalForm: 'OPERATOR_LEGAL_FORM',
  registration: 'OPERATOR_REGISTRATION',
  vat: 'OPERATOR_VAT',
  address: 'OPERATOR_ADDRESS',
  email: 'OPERATOR_EMAIL',
  phone: 'OPERATOR_PHONE',
  director: 'OPERATOR_DIRECTOR',
  hostName: 'HOSTING_NAME',
  hostAddress: 'HOSTING_ADDRESS',
  hostPhone: 'HOSTING_PHONE',
  mediator: 'MEDIATOR',
} as const satisfies Readonly<Record<string, string>>

export type OperatorDetail = keyof typeof operatorVariables
/** Null for a detail that is not configured. */
export type Operator = { readonly [Name in OperatorDetail]: string | null }
