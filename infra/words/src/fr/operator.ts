import type { OperatorWords } from '../operator-words.ts'

export const operatorWords: OperatorWords = {
  name: 'nom ou dénomination sociale',
  legalForm: 'forme juridique et capital',
  registration: 'numéro SIREN et registre',
  vat: 'numéro de TVA, ou mention d’exonération',
  address: 'adresse postale',
  email: 'adresse e-mail',
  phone: 'numéro de téléphone',
  director: 'directeur de la publication',
  hostName: 'nom de l’hébergeur',
  hostAddress: 'adresse de l’hébergeur',
  hostPhone: 'téléphone de l’hébergeur',
  mediator: 'médiateur de la consommation, son adresse et son site',
}
