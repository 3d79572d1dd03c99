import type { HistoryKind } from '@equerre/contract/credits'
import type { loginErrors } from '@equerre/contract/identity'
import { count, formatEuros } from './format.ts'
import { typesetCatalogue } from './typography.ts'

type SignInFailure = (typeof loginErrors)[keyof typeof loginErrors]

const failures: Readonly<Record<SignInFailure, string>> = {
  annulee: 'Connexion annulée : vous n’avez pas donné votre accord.',
  expiree: 'Cette connexion a expiré ou a déjà servi. Recommencez.',
  adresse: 'Google n’a pas confirmé cette adresse e-mail. Confirmez-la, puis recommencez.',
  indisponible: 'La connexion est momentanément indisponible. Réessayez dans un instant.',
}

const operations: Readonly<Record<HistoryKind, string>> = {
  grant_guest: 'Crédits offerts',
  free_topup: 'Crédits gratuits',
  purchase: 'Achat',
  clawback: 'Crédits repris après remboursement',
  release: 'Crédits rendus',
  hold: 'Redressement en cours',
  capture: 'Redressement',
  void: 'Échec, crédit rendu',
  move_out: 'Crédits passés au compte',
  move_in: 'Crédits d’invité repris',
}

const lost = (credits: number) =>
  credits === 1 ? 'Votre crédit est perdu' : `Vos ${count(credits, 'crédit')} sont perdus`

/** Texts of the account, sign-in and payment pages, kept separate because only those pages need them. */
export const accountWords = typesetCatalogue({
  loading: 'Chargement…',
  unreachable: 'Votre compte n’a pas pu être lu.',
  tryAgain: 'Réessayer',
  signIn: {
    title: 'Connexion',
    register: 'Inscription',
    text: 'Retrouvez vos crédits, votre clé API et vos achats.',
    google: 'Continuer avec Google',
    created: 'Le compte est créé à la première connexion.',
    follow: (credits: number) =>
      credits === 1
        ? 'Votre crédit d’invité vous suit.'
        : `Vos ${count(credits, 'crédit')} d’invité vous suivent.`,
    failures,
    deleted: 'Votre compte est supprimé.',
  },
  account: {
    title: 'Compte',
    email: 'Adresse e-mail',
    name: 'Nom',
    none: '–',
    signOut: 'Déconnexion',
    signOutFailed: 'La déconnexion a échoué. Réessayez dans un instant.',
    credits: 'Crédits',
    recharge: 'Recharger mes crédits',
    noExpiry: 'Sans abonnement. Vos crédits n’expirent pas.',
  },
  key: {
    title: 'Clé API',
    testTitle: 'Clé de test',
    unknown: 'Impossible de récupérer la clé API.',
    header: 'X-API-Key: ',
    hide: 'Masquer',
    show: 'Afficher',
    never: 'Aucun appel pour l’instant.',
    lastUse: (when: string) => `Dernier appel le ${when}.`,
    testNote: 'Mêmes appels, aucun crédit débité, image marquée d’un filigrane.',
    rotate: 'Régénérer la clé',
    rotateTest: 'Régénérer la clé de test',
    rotateTitle: 'Régénérer la clé API ?',
    rotateTestTitle: 'Régénérer la clé de test ?',
    rotateText: 'L’ancienne clé est refusée aussitôt : donnez la nouvelle à vos programmes.',
    rotateConfirm: 'Régénérer',
    rotateFailed: 'La clé n’a pas été remplacée. L’ancienne reste valable.',
  },
  history: {
    title: 'Mouvements',
    date: 'Date',
    operation: 'Opération',
    credits: 'Crédits',
    balance: 'Solde',
    none: 'Aucun mouvement pour le moment.',
    failed: 'Les mouvements n’ont pas pu être lus.',
    more: 'Afficher la suite',
    operations,
    withFile: (operation: string, file: string) => `${operation}, ${file}`,
    page: (name: string, page: number) => `${name}, page ${page}`,
    due: (credits: number) => `${count(credits, 'crédit dû', 'crédits dus')}`,
    repaid: (credits: number) => `${count(credits, 'crédit dû remboursé', 'crédits dus remboursés')}`,
  },
  purchase: {
    pending: 'Paiement reçu, ajout des crédits…',
    added: (credits: number, repaid: number) =>
      `Paiement reçu : ${count(credits, 'crédit ajouté', 'crédits ajoutés')}${repaid === 0 ? '' : `, dont ${repaid} pour rembourser ce qui était dû`}.`,
    late: "Paiement reçu, crédits en cours d'ajout",
    redirecting: 'Redirection vers le paiement...',
    failed: (reason: string) => `Le paiement n’a pas pu s’ouvrir. ${reason}`,
  },
  purchases: {
    title: 'Achats récents',
    line: (credits: number, cents: number) => `${count(credits, 'crédit')}, ${formatEuros(cents)}`,
    bought: (day: string) => `Acheté le ${day}`,
    until: (day: string) => `Rétractation jusqu’au ${day}`,
    withdraw: 'Renoncer au contrat ici',
    invoice: 'Facture',
    noInvoice: 'La facture n’est pas disponible pour l’instant. Réessayez plus tard.',
  },
  data: {
    title: 'Vos données',
    files: 'Les fichiers que vous avez envoyés, depuis n’importe quel appareil, restent 24 h.',
    showFiles: 'Mes fichiers (24 h)',
    text: 'Profil, sessions, dates de vos clés, mouvements et fichiers encore conservés, au format JSON.',
    export: 'Télécharger mes données',
    exportName: 'equerre-mes-donnees.json',
    exportFailed: 'Vos données n’ont pas pu être rassemblées. Réessayez dans un instant.',
    deletion: 'Le compte, les clés et les fichiers sont effacés. Les crédits restants sont perdus.',
    delete: 'Supprimer mon compte',
    deleteTitle: 'Supprimer votre compte ?',
    deleteText: (credits: number) =>
      credits > 0
        ? `La suppression est définitive. ${lost(credits)}, vos clés cessent aussitôt de fonctionner.`
        : 'La suppression est définitive. Vos clés cessent aussitôt de fonctionner.',
    deleteConfirm: 'Supprimer définitivement',
    deleteFailed: 'Le compte n’a pas été supprimé. Réessayez dans un instant.',
  },
  pricing: {
    title: 'Un carré, une image.',
    documentTitle: 'Prix',
    lead: 'Chaque carré est un crédit, chaque crédit redresse une image. Pas d’abonnement, et vos crédits n’expirent pas.',
    buy: 'Acheter',
    perImage: (price: string) => `TTC, soit ${price} par image`,
    costs: 'Ce qui coûte un crédit',
    costsText:
      'Le redressement réussi d’une image. Une page de PDF ou de TIFF compte pour une image, comme chaque document d’une photo qui en montre plusieurs, et le total s’affiche avant la dépense.',
    free: 'Ce qui n’en coûte pas',
    freeText:
      'La détection, un échec, une page sans bord détecté. Le crédit réservé vous est rendu aussitôt.',
    payment: 'Paiement',
    paymentText: 'Par carte, sur une page sécurisée. Crédits inutilisés remboursés pendant 14 jours.',
  },
  api: {
    title: 'API',
    lead: 'Envoyez une photo ou un PDF, recevez une page d’équerre, en trois appels ou en un seul.',
    reference: 'Ouvrir la documentation',
    newTab: '(nouvel onglet)',
    key: 'Votre clé',
    keyText: 'À placer dans l’en-tête de chaque requête. Ne la mettez jamais dans une page web.',
    signInFirst: 'Connectez-vous pour obtenir votre clé.',
    signIn: 'Se connecter',
    costStart: 'L’appel ',
    costEnd: ' coûte 1 crédit. Les autres sont gratuits, les échecs aussi.',
    send: 'Envoyer un fichier',
    sendStart: 'La réponse donne un ',
    sendEnd: ', valable 24 h, que reprennent les deux appels suivants.',
    chain: 'Les trois appels à la suite',
    chainStart: 'Au-dessous du seuil de confiance, ',
    chainMiddle: ' vaut ',
    chainEnd: ' : le résultat est rendu, mais mérite un regard.',
    chainPicturesStart: 'À côté de ',
    chainPicturesAnd: ' et ',
    chainPicturesEnd: ' mènent à la même page en WebP, pour l’écran et en vignette.',
    chainNeeds: 'La clé est lue dans la variable CLE ; curl demande aussi jq, Python demande equerre.',
    program: 'Trois appels',
    oneShot: 'En un seul appel',
    oneShotText:
      'Un fichier entre, la page redressée sort. Sans l’en-tête Accept, la réponse est celle du dernier des trois appels. Au-delà de 25 secondes, elle vaut 202 et donne l’adresse à interroger.',
    oneShotProgram: 'Un seul appel',
    language: 'Langage',
    flow: 'Copiez ce flux et collez-le sur le canevas de n8n. Le fichier y entre dans le champ « data » ; la clé va dans un identifiant « Header Auth » nommé X-API-Key.',
    /** Names and messages used in the sample programs. */
    samples: {
      key: 'CLE',
      manageKey: 'CLE_GESTION',
      photo: 'facture.jpg',
      result: 'facture_recadree.png',
      answer: 'reponse',
      nothingFound: 'Aucun document trouvé sur cette image, ou pas assez nettement : rien n’est débité.',
      nodes: { upload: 'Envoi', detection: 'Détection', straightening: 'Redressement', image: 'Image' },
    },
    clients: 'Là où vous travaillez',
    clientsStart:
      'Les mêmes appels, tout prêts : dans votre langage, dans un terminal, dans n8n ou par un assistant. Votre clé se donne dans ',
    clientsAnd: ', l’adresse du service dans ',
    clientsEnd: '. Licence MIT.',
    clientName: 'Client',
    clientCommand: 'Installation',
    terminal: 'Terminal',
    assistants: 'Assistants (MCP)',
    request: 'Requête',
    statuses: 'Statuts',
    statusesText: 'La même forme et le même mot dans la page, dans les cartes et dans les réponses.',
    value: 'Valeur',
    advice: 'Ce qu’il faut en faire',
    credit: 'Crédit',
    ok: 'Utiliser l’image telle quelle.',
    review:
      'Utiliser l’image, et la faire relire. Sans image, le doute était trop grand pour couper : envoyer les coins.',
    reviewCredits: '1 ou 0',
    notFound: 'Aucun bord trouvé : envoyer une autre photo.',
  },
  withdrawal: {
    title: 'Renoncer à un achat',
    documentTitle: 'Rétractation',
    text: 'Vous pouvez renoncer à un achat pendant quatorze jours, sans motif et sans frais. Les crédits inutilisés sont repris et leur prix vous est remboursé par le moyen de paiement de l’achat.',
    signInFirst: 'Vos achats sont liés à votre compte : connectez-vous pour les retrouver.',
    signIn: 'Se connecter',
    nothing: 'Aucun achat des quatorze derniers jours.',
    failed: 'Vos achats n’ont pas pu être lus.',
    contract: 'Contrat',
    choice: (credits: number, cents: number, day: string) =>
      `${count(credits, 'crédit')}, ${formatEuros(cents)} TTC, achat du ${day}`,
    gives: (unused: number, cents: number) =>
      `${count(unused, 'crédit inutilisé', 'crédits inutilisés')}, ${formatEuros(cents)} remboursés`,
    used: 'Tous les crédits ont été utilisés ou remboursés.',
    name: 'Nom',
    email: 'Adresse e-mail',
    emailNote: 'Elle figure dans l’accusé de réception.',
    renounce: 'Renoncer au contrat ici',
    checkTitle: 'Confirmer votre rétractation',
    check: (credits: number, cents: number) =>
      `Vous renoncez à cet achat. ${count(credits, 'crédit repris', 'crédits repris')}, ${formatEuros(cents)} remboursés.`,
    confirm: 'Confirmer la rétractation',
    back: 'Revenir',
    refused: (reason: string) => `La rétractation n’a pas été enregistrée. ${reason}`,
    doneTitle: 'Votre rétractation est enregistrée.',
    done: (when: string, cents: number) =>
      `Déclarée le ${when}. ${formatEuros(cents)} vous sont remboursés au plus tard sous quatorze jours.`,
    receipt: 'Accusé de réception',
    download: 'Télécharger l’accusé de réception',
    toAccount: 'Revenir au compte',
  },
})
