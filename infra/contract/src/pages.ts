/**
 * Every address of the web page. The browser routes by this list; the server answers its HTML with 200 on these paths,
 * and with 404 on any other path outside `/api/` and the built files.
 */
export const pagePaths = {
  home: '/',
  camscan: '/camscan',
  api: '/api',
  account: '/account',
  pricing: '/pricing',
  login: '/login',
  register: '/register',
  legalNotice: '/mentions-legales',
  terms: '/conditions-de-vente',
  withdrawal: '/retractation',
  privacy: '/confidentialite',
  cookies: '/cookies',
  accessibility: '/accessibilite',
} as const

/** What search engines and link previews say of a page. `indexed`: whether they may show it at all. */
type PageHead = { readonly title: string; readonly description: string; readonly indexed: boolean }

export const pageHeads: Readonly<Record<keyof typeof pagePaths, PageHead>> = {
  home: {
    title: 'Équerre : recadrer et redresser des documents photographiés',
    description:
      'Photographiez une page de travers : Équerre trouve ses bords, la redresse et vous rend une image nette. 10 crédits offerts, sans compte.',
    indexed: true,
  },
  camscan: {
    title: 'Recadrage Automatique · Équerre',
    description:
      'Déposez vos photos ou vos PDF : chaque page est détectée, redressée et prête à télécharger, par lot, en quelques secondes.',
    indexed: true,
  },
  api: {
    title: 'API · Équerre',
    description:
      'Redressez des documents depuis vos programmes : trois appels ou un seul, exemples en curl, Python, JavaScript et PHP, 1 crédit par image.',
    indexed: true,
  },
  account: {
    title: 'Compte · Équerre',
    description: 'Vos crédits, votre clé API et vos achats.',
    indexed: false,
  },
  pricing: {
    title: 'Prix · Équerre',
    description:
      'Des lots de 100, 200 ou 300 crédits, de 5 à 10 € TTC, sans abonnement et sans expiration. Un crédit par image redressée, rien en cas d’échec.',
    indexed: true,
  },
  login: { title: 'Connexion · Équerre', description: 'Connectez-vous à Équerre.', indexed: false },
  register: { title: 'Inscription · Équerre', description: 'Créez votre compte Équerre.', indexed: false },
  legalNotice: {
    title: 'Mentions légales · Équerre',
    description: 'Qui édite Équerre, qui l’héberge, et comment les joindre.',
    indexed: true,
  },
  terms: {
    title: 'Conditions de vente · Équerre',
    description:
      'Ce que vous achetez avec des crédits Équerre, ce que vous payez et ce que vous pouvez demander.',
    indexed: true,
  },
  withdrawal: {
    title: 'Rétractation · Équerre',
    description:
      'Renoncer à un achat de crédits pendant quatorze jours, en deux étapes, avec un accusé de réception à garder.',
    indexed: true,
  },
  privacy: {
    title: 'Confidentialité · Équerre',
    description: 'Ce qu’Équerre garde de vous et de vos documents, pourquoi, et jusqu’à quand.',
    indexed: true,
  },
  cookies: {
    title: 'Cookies · Équerre',
    description: 'Les cookies qu’Équerre pose pour fonctionner, un par un. Aucun pour mesurer ou vendre.',
    indexed: true,
  },
  accessibility: {
    title: 'Accessibilité · Équerre',
    description: 'Ce qui est accessible dans Équerre, ce qui ne l’est pas encore, et à qui écrire.',
    indexed: true,
  },
}
