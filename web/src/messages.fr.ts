import { count } from './format.ts'
import { typesetCatalogue } from './typo.ts'

/** The product's name wherever a person reads it. */
export const productName = 'Équerre'

/**
 * Every text that a person can see. Strings of the specification stand letter for letter, with plain spaces and straight
 * apostrophes; our own use ’ and …. White space becomes French typography on the way out.
 */
export const fr = typesetCatalogue({
  nav: {
    skip: 'Aller au contenu',
    main: 'Principale',
    menu: 'Menu',
    openMenu: 'Ouvrir le menu',
    closeMenu: 'Fermer le menu',
    tools: 'TOOLS',
    toolNote: 'Photos et PDF, 1 crédit par image',
    api: 'API',
    pricing: 'PRIX',
    account: 'Compte',
    homeLabel: `${productName}, accueil`,
    guest: 'Invité (non connecté)',
    member: 'Compte connecté',
    accountLabel: (who: string, credits: number | null) =>
      credits === null ? `Compte : ${who}` : `Compte : ${who}, ${count(credits, 'crédit')}`,
  },
  footer: {
    about: 'Recadre et redresse vos documents photographiés.',
    tool: 'Outil',
    pricing: 'Prix',
    developers: 'Développeurs',
    reference: 'Référence',
    openapi: 'Description OpenAPI',
    legal: 'Cadre légal',
    appearance: 'Apparence',
    light: 'Clair',
    dark: 'Sombre',
    system: 'Comme le système',
    copyright: (year: number) => `© ${year} ${productName}`,
  },
  loading: 'Chargement…',
  offline: 'Service momentanément indisponible.',
  waiting: 'En attente',
  unreachable: 'Connexion au service impossible.',
  notLoaded:
    'Cette partie de la page n’a pas pu être chargée. Rechargez la page : vos résultats sont gardés.',
  reload: 'Recharger la page',
  ok: 'OK',
  close: 'Fermer',
  cancel: 'Annuler',
  credits: (credits: number) => count(credits, 'crédit'),
  backHome: 'Revenir à l’accueil',
  home: {
    title: `${productName} : recadrer et redresser des documents photographiés`,
    promise: 'Vos documents, remis d’équerre.',
    lead: `Photographiez une page de travers : ${productName} trouve ses bords, la redresse et vous rend une image nette.`,
    toTools: 'Découvrir les outils',
    toApi: 'Voir l’API',
    gift: '10 crédits offerts, sans compte',
    tools: 'Outils',
    toolsNote: 'Un outil, fait avec soin. Une image traitée coûte un crédit ; un échec n’en coûte aucun.',
    toolText: 'Détecte la page, corrige la perspective et rend une image droite, prête à classer.',
    toolFormats: 'JPG, PNG, HEIC, TIFF et PDF',
    toolBatch: 'Par lot, téléchargement en un clic',
    toolCost: '1 crédit par image',
    loop: 'Une facture photographiée de travers : son contour est suivi, puis la page se redresse.',
    playLoop: 'Lancer la vidéo',
    pauseLoop: 'Mettre la vidéo en pause',
    api: 'API',
    apiText:
      'La même chaîne, depuis vos programmes : envoyez un fichier, recevez l’image redressée, sa confiance et ses quatre coins.',
    readApi: 'Lire la page API',
    request: 'Requête',
    sheet: `Facture photographiée de travers sur une table en bois, dont ${productName} suit les quatre bords`,
  },
  demo: {
    range: 'Redresser la feuille',
    photo: 'Photo',
    square: 'D’équerre',
    off: 'hors d’équerre de ',
    offBy: (degrees: string) => `hors d’équerre de ${degrees}`,
    done: '90,0° aux quatre coins',
    play: 'Lancer la démonstration',
    pause: 'Mettre la démonstration en pause',
  },
  camscan: { title: 'Recadrage Automatique' },
  legal: {
    legalNotice: 'Mentions légales',
    terms: 'Conditions de vente',
    withdrawal: 'Renoncer au contrat ici',
    privacy: 'Confidentialité',
    cookies: 'Cookies',
    accessibility: 'Accessibilité : partiellement conforme',
    updated: (day: string) => `Dernière mise à jour : ${day.replace(' ', '\u00a0')}.`,
    gaps: 'Cette installation n’est pas ouverte au public : les mentions entre crochets restent à renseigner par son exploitant.',
  },
  notFound: {
    documentTitle: 'Page introuvable',
    text: "Cette page semble s'être volatilisée dans le néant numérique.",
    figure: 'Un cadre de détection qui n’entoure rien',
    noEdge: 'Aucun bord détecté',
    confidence: 'confiance 0,00',
  },
})
