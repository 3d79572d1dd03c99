import { typesetCatalogue } from './typography.ts'

/** What opens a protected PDF, on its card. */
export const passwordWords = typesetCatalogue({
  label: 'Mot de passe du PDF',
  labelOf: (name: string) => `Mot de passe du PDF ${name}`,
  show: 'Afficher le mot de passe',
  hide: 'Masquer le mot de passe',
  open: 'Ouvrir',
  openOf: (name: string) => `Ouvrir ${name}`,
  kept: 'Gardé chiffré avec le fichier, effacé avec lui.',
  give: 'Mot de passe…',
  giveOf: (name: string) => `Mot de passe… de ${name}`,
})
