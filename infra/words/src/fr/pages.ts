import { packs } from '@equerre/contract/packs'
import { formatsOf } from '../formats.ts'
import { priceRange } from '../price-range.ts'
import type { PageWords, ShellWords } from '../page-words.ts'

const { formatChoice } = formatsOf('fr')
const [least, most] = priceRange()

export const pageWords: PageWords = {
  home: {
    title: 'Équerre : recadrer et redresser des documents photographiés',
    description:
      'Photographiez une page de travers : Équerre trouve ses bords, la redresse et vous rend une image nette. 10 crédits offerts, sans compte.',
  },
  camscan: {
    title: 'Recadrage Automatique · Équerre',
    description:
      'Déposez vos photos ou vos PDF : chaque page est détectée, redressée et prête à télécharger, par lot, en quelques secondes.',
  },
  api: {
    title: 'API · Équerre',
    description:
      'Redressez des documents depuis vos programmes : trois appels ou un seul, exemples en curl, Python, JavaScript et PHP, 1 crédit par image.',
  },
  account: {
    title: 'Compte · Équerre',
    description: 'Vos crédits, votre clé API et vos achats.',
  },
  pricing: {
    title: 'Prix · Équerre',
    description: `Des lots de ${formatChoice(packs.map(({ credits }) => credits))} crédits, de ${least} à ${most} € TTC, sans abonnement et sans expiration. Un crédit par image redressée, rien en cas d’échec.`,
  },
  login: { title: 'Connexion · Équerre', description: 'Connectez-vous à Équerre.' },
  register: { title: 'Inscription · Équerre', description: 'Créez votre compte Équerre.' },
  legalNotice: {
    title: 'Mentions légales · Équerre',
    description: 'Qui édite Équerre, qui l’héberge, et comment les joindre.',
  },
  terms: {
    title: 'Conditions de vente · Équerre',
    description:
      'Ce que vous achetez avec des crédits Équerre, ce que vous payez et ce que vous pouvez demander.',
  },
  withdrawal: {
    title: 'Rétractation · Équerre',
    description:
      'Renoncer à un achat de crédits pendant quatorze jours, en deux étapes, avec un accusé de réception à garder.',
  },
  privacy: {
    title: 'Confidentialité · Équerre',
    description: 'Ce qu’Équerre garde de vous et de vos documents, pourquoi, et jusqu’à quand.',
  },
  cookies: {
    title: 'Cookies · Équerre',
    description: 'Les cookies qu’Équerre pose pour fonctionner, un par un. Aucun pour mesurer ou vendre.',
  },
  accessibility: {
    title: 'Accessibilité · Équerre',
    description: 'Ce qui est accessible dans Équerre, ce qui ne l’est pas encore, et à qui écrire.',
  },
}

export const shellWords: ShellWords = { noScript: 'Équerre a besoin de JavaScript pour fonctionner.' }
