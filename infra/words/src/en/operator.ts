import type { OperatorWords } from '../operator-words.ts'

export const operatorWords: OperatorWords = {
  name: 'name or company name',
  legalForm: 'legal form and capital',
  registration: 'SIREN number and register',
  vat: 'VAT number, or mention of exemption',
  address: 'postal address',
  email: 'email address',
  phone: 'telephone number',
  director: 'director of publication',
  hostName: 'name of the host',
  hostAddress: 'address of the host',
  hostPhone: 'telephone number of the host',
  mediator: 'consumer mediator, with address and site',
}
