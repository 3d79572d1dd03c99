type Detail = { readonly variable: string; readonly label: string }

/** What French law wants to be known of who runs a paid service: the variable that holds it, and what it is. */
export const operatorDetails = {
  name: { variable: 'OPERATOR_NAME', label: 'nom ou dénomination sociale' },
  legalForm: { variable: 'OPERATOR_LEGAL_FORM', label: 'forme juridique et capital' },
  registration: { variable: 'OPERATOR_REGISTRATION', label: 'numéro SIREN et registre' },
  vat: { variable: 'OPERATOR_VAT', label: 'numéro de TVA, ou mention d’exonération' },
  address: { variable: 'OPERATOR_ADDRESS', label: 'adresse postale' },
  email: { variable: 'OPERATOR_EMAIL', label: 'adresse e-mail' },
  phone: { variable: 'OPERATOR_PHONE', label: 'numéro de téléphone' },
  director: { variable: 'OPERATOR_DIRECTOR', label: 'directeur de la publication' },
  hostName: { variable: 'HOSTING_NAME', label: 'nom de l’hébergeur' },
  hostAddress: { variable: 'HOSTING_ADDRESS', label: 'adresse de l’hébergeur' },
  hostPhone: { variable: 'HOSTING_PHONE', label: 'téléphone de l’hébergeur' },
  mediator: { variable: 'MEDIATOR', label: 'médiateur de la consommation, son adresse et son site' },
} as const satisfies Record<string, Detail>

export type OperatorDetail = keyof typeof operatorDetails
/** Details that nobody has given are their label in square brackets, which a reader cannot take for the truth. */
export type Operator = { readonly [Name in OperatorDetail]: string }
