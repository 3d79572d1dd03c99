import type { Counted, FieldIssueWords } from '../field-issue.ts'
import { formatsOf } from '../formats.ts'

const { formatInteger, formatNumber } = formatsOf('fr')

export const fieldIssueWords: FieldIssueWords = {
  kinds: {
    string: 'un texte',
    number: 'un nombre',
    int: 'un nombre entier',
    boolean: 'true ou false',
    array: 'une liste',
    object: 'un objet JSON',
    null: 'null',
  },
  formats: {
    uuid: 'un identifiant UUID',
    url: 'une adresse http ou https complète',
    email: 'une adresse e-mail',
    datetime: 'une date et une heure comme 2026-12-31T23:59:59Z',
    date: 'une date comme 2026-12-31',
  },
  rules: {
    address: 'il faut une adresse http ou https sans nom d’utilisateur, mot de passe ni fragment',
    digits: 'il faut un nombre entier, en chiffres seulement',
    distinct: 'chaque élément ne peut y être qu’une fois',
    plain_text: 'ce texte contient des caractères de contrôle',
  },
  missing: 'il manque',
  unfit: 'cette valeur ne convient pas',
  needs: (wanted, received) => `il faut ${wanted}${received === null ? '' : `, et non ${received}`}`,
  atMost: (most, of) => `${quantity(most, of)} au plus`,
  atLeast: (least, of) => `${quantity(least, of)} au moins`,
  moreThan: (least) => `plus de ${formatNumber(least)}`,
  multipleOf: (divisor) => `il faut un multiple de ${formatNumber(divisor)}`,
  oneOf: (values) =>
    values.length === 1
      ? `il faut « ${values[0]} »`
      : `il faut l’une des valeurs ${values.map((value) => `« ${value} »`).join(', ')}`,
  unknown: (names) =>
    `${names.length === 1 ? 'champ inconnu' : 'champs inconnus'} ${names.map((name) => `« ${name} »`).join(', ')}`,
}

function quantity(count: number, of: Counted): string {
  if (of === null) return formatNumber(count)
  const [one, many] = of === 'characters' ? ['caractère', 'caractères'] : ['élément', 'éléments']
  return `${formatInteger(count)} ${count < 2 ? one : many}`
}
