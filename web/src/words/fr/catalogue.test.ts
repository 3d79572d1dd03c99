import { limitTable } from '@equerre/contract/limits'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { camscanWords } from './camscan.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const source = [
  'shell',
  'account',
  'keys',
  'camscan',
  'reference',
  'debt',
  'files',
  'reasons',
  'rendering',
  'desk',
  'password',
]
  .map((name) => read(`./${name}.ts`))
  .join('')

/** The strings fixed by the specification, except the packs', which are worded differently. */
const specified = [
  'Recadrage Automatique',
  'Télécharger tout',
  'Nettoyer',
  'Aucun fichier pour le moment',
  'TELECHARGER',
  'Zone Detectée',
  'Image Recadrée',
  'Non disponible',
  'Recharger mes crédits',
  'Déconnexion',
  'Connexion',
  'Continuer avec Google',
  'X-API-Key: ',
  'Copié !',
  'Acheter',
  'TOOLS',
  'API',
  'PRIX',
  'Invité (non connecté)',
  'Compte connecté',
  'Crédits épuisés',
  "S'inscrire",
  'Se connecter',
  'Créez un compte ou rechargez pour continuer à utiliser ${productName}',
  "Vous n'avez plus de crédits.",
  'Débloquez plus de crédits pour continuer.',
  "Cette page semble s'être volatilisée dans le néant numérique.",
  'Aucun fichier détecté.',
  'Aucune image recadrée à télécharger.',
  "Erreur lors de l'ajout de crédits.",
  'Une erreur est survenue lors de la création du ZIP.',
  'Analyse du fichier et vérification des crédits...',
  'Erreur: ${text}',
  'Impossible de récupérer la clé API.',
  'Redirection vers le paiement...',
  "Paiement reçu, crédits en cours d'ajout",
]

test.each(specified)('P-09 G13: keeps the specified string letter for letter: %s', (text) => {
  expect(source).toContain(text)
})

test('P-09 N-03: the paywall names the number of free credits the service gives, five by default', () => {
  const { topUp } = camscanWords.paywall
  expect(topUp(limitTable.freeTopUpCredits.value).replace(/\s/g, ' ')).toBe('+5 crédits gratuits')
  expect(topUp(1)).toMatch(/^\+1\scrédit gratuit$/)
})

test('our own sentences use the typographic apostrophe and ellipsis', () => {
  const own = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((text) => !specified.some((fixed) => text.includes(fixed)))
  for (const text of own) {
    expect(text).not.toMatch(/\p{L}'\p{L}/u)
    if (!text.startsWith('./') && !text.endsWith('ZIP...')) expect(text).not.toContain('...')
  }
})

test('the source has plain spaces only: typography is applied on output', () => {
  expect(source).not.toMatch(/[\u00a0\u202f]/)
})
