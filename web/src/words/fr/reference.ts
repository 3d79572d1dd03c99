import { formatNumber } from './format.ts'
import { productName } from '../product-name.ts'
import { typesetCatalogue } from './typography.ts'

/** Texts of the static API reference at /docs/. */
export const referenceWords = typesetCatalogue({
  title: 'Référence de l’API',
  documentTitle: `Référence de l’API ${productName}`,
  description: `Référence de l’API ${productName} : adresses, champs, réponses, refus et limites, tirés du contrat du service.`,
  lead: 'Chaque adresse, ses champs, ses réponses et ses refus, tirés du contrat que le service applique.',
  skip: 'Aller au contenu',
  home: 'Équerre, accueil',
  contents: 'Sommaire',
  examples: 'Exemples et clé API',
  llms: {
    summary:
      'Recadre et redresse des documents photographiés, lit leur texte et les réunit en PDF. Un crédit par page faite ; une clé API par compte, et d’autres par programme.',
    markdown: 'chaque appel avec ses champs, ses réponses, ses refus et un exemple exécuté, en Markdown.',
    openapi: 'le contrat entier, OpenAPI 3.1.',
    collection: 'chaque appel, pour Postman, Bruno ou Insomnia.',
    limits: 'les limites en vigueur, en JSON.',
    changelog:
      'ce qui est nouveau, ce qui va disparaître et ce sur quoi compter ; en JSON dans feed.json à côté.',
  },
  document: 'Document OpenAPI 3.1',
  basics: 'Principes',
  key: 'Authentification',
  keyText:
    'Chaque appel porte la clé de votre compte dans l’en-tête X-API-Key. Une clé de test (eq_test_…) fait les mêmes appels sans rien débiter et rend des images marquées d’un filigrane. Ne mettez jamais une clé dans une page web. Un compte peut aussi avoir des clés nommées, chacune avec ses droits (scopes), sa fin et son plafond de crédits par mois : sans le droit qu’un appel demande, elle répond 403 scope_missing ; après sa fin, 401 key_expired ; révoquée, 401 key_revoked ; à son plafond, 402 key_cap_reached, avec dans Retry-After les secondes jusqu’au premier du mois suivant, à 0 h UTC.',
  waiting: 'Réponses 200 et 202',
  waitingText:
    'Un appel attend son résultat 25 secondes, puis répond 202 avec l’adresse à interroger dans Location et le délai dans Retry-After. Prefer: respond-async demande le 202 tout de suite, Prefer: wait=n attend n secondes. Le délai grandit avec vos traitements en cours et avec la file d’attente, jusqu’à cinq minutes : interroger tous vos traitements à ce rythme prend la moitié de vos requêtes ; avec wait, la réponse vient dès la fin du traitement. L’adresse rend à la fin exactement la réponse qu’aurait eue l’appel.',
  once: 'Idempotence',
  onceText:
    'Avec l’en-tête Idempotency-Key (de 1 à 255 caractères, gardé 24 heures), le même appel envoyé deux fois ne travaille et ne débite qu’une fois, et rend deux fois la même réponse. La même clé avec un autre contenu est refusée.',
  money: 'Crédits',
  moneyText:
    'Un redressement coûte un crédit, réservé à l’acceptation et débité seulement quand l’image existe. X-Credits-Charged et X-Credits-Remaining le disent. Un échec, un refus ou une page sans document ne coûtent rien. Un document trop douteux pour être coupé (REVIEW_REQUIRED, raison uncertain, sans warped_path) non plus : detect propose des zones dans alternatives, et un redressement avec corners, qu’il s’agisse de l’une d’elles ou de toute l’image, coûte un crédit. L’option render_of, avec l’id d’un redressement débité, rend la même page en un autre format, filtre ou éclairage : jusqu’à vingt fois sans rien coûter tant que le fichier existe, puis un crédit. Un second redressement sans elle coûte un crédit.',
  space: 'Coordonnées',
  spaceText:
    'Les coins sont relatifs à la page redressée selon l’EXIF : x de 0 à 1 vers la droite, y de 0 à 1 vers le bas, dans le sens des aiguilles d’une montre depuis le haut gauche du document.',
  webhooks: 'Vérifier un webhook',
  webhooksText: {
    told: 'Au lieu d’interroger, faites-vous prévenir : une adresse ajoutée à /api/v1/webhooks reçoit les événements du compte, et callback_url prévient une adresse de la fin d’un seul appel, avec une signature si le compte en a demandé le secret (/api/v1/callbacks/rotate). Le corps ne contient que des identifiants et des adresses ; la réponse complète se lit à job_path, avec la clé.',
    verified:
      'Les webhooks suivent la spécification Standard Webhooks : webhook-id, webhook-timestamp et webhook-signature. Vérifiez la signature sur le corps tel qu’il est arrivé, et l’heure à cinq minutes près. Répondez un statut de 200 à 299 dans les 15 secondes, puis travaillez. Tout autre statut, une redirection comprise, et le silence valent un nouvel essai : dix en un jour, à 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h et 24 h du premier. 410 met fin aux livraisons ; trois jours d’échecs mettent l’adresse en pause, et ce qui arrive entre-temps attend.',
    repeated:
      'Une livraison garde le même webhook-id à chaque essai : si vous l’avez déjà vu, répondez 204 sans rien faire. Pour une adresse, les événements d’un même fichier arrivent dans l’ordre : chacun attend que le précédent soit reçu ou abandonné. Entre fichiers, l’ordre n’est pas promis. Seuls les ports 80 et 443 de l’internet public sont joignables.',
  },
  search: 'Chercher dans la référence',
  searchHint: 'rectify, crédits, 402…',
  found: { none: 'Aucune section trouvée.', one: '1 section trouvée.', many: '{n} sections trouvées.' },
  samples: 'Exemples',
  samplesText:
    'Chaque commande est exécutée telle quelle par nos tests. Elle lit l’adresse de ce site dans $API et la clé dans $CLE, une clé nommée qui gère les clés dans $CLE_GESTION ; $ID, $JOB, $IMAGE, $PURCHASE et $KEY_ID viennent des réponses précédentes. Les réponses sont celles d’un vrai passage : listes et textes longs y sont coupés, clés et adresses de paiement remplacées.',
  pageOnly: 'Depuis la page seulement, sans clé',
  replied: 'Réponse JSON',
  auth: (access: string) => `Accès : ${access}`,
  scopes: (scopes: readonly string[]) =>
    scopes.length === 0 ? '' : `Clé nommée : droit ${scopes.join(' ou ')}.`,
  access: {
    public: 'Sans identification.',
    optional:
      'Sans identification ; avec une clé API ou une session du navigateur, ce qui vaut pour vous s’y ajoute.',
    key: 'Clé API, ou session du navigateur.',
    manage: 'Clé nommée qui gère les clés, ou session du navigateur.',
    session: 'Session du navigateur seulement.',
  },
  parameters: 'Paramètres',
  body: 'Corps',
  json: 'multipart/form-data ou JSON',
  answer: 'Réponse',
  fileToo: 'Ou le fichier lui-même :',
  fileOnly: 'Réponse :',
  later: 'Ou 202 tant que le travail dure.',
  accepted: 'Toujours 202 : le travail se fait ensuite.',
  refusals: 'Refus',
  field: 'Champ',
  type: 'Type',
  note: 'Remarque',
  required: 'Obligatoire',
  where: { path: 'Dans l’adresse', query: 'Dans la requête', header: 'En-tête' },
  schema: {
    types: {
      string: 'texte',
      integer: 'entier',
      number: 'nombre',
      boolean: 'booléen',
      object: 'objet',
      array: 'liste',
    },
    file: 'fichier',
    formats: { uuid: 'UUID', 'date-time': 'date', uri: 'adresse' },
    or: ' ou ',
    listOf: (items: string) => `liste de ${items}`,
    atLeast: (value: number) => `au moins ${formatNumber(value)}`,
    moreThan: (value: number) => `plus de ${formatNumber(value)}`,
    atMost: (value: number) => `au plus ${formatNumber(value)}`,
    byDefault: (value: string) => `Par défaut : ${value}.`,
  },
  errors: 'Refus, code par code',
  errorsText:
    'Toute erreur est un application/problem+json (RFC 9457) ; detail est une phrase à montrer telle quelle, request_id la référence à nous donner. Retry-After, quand il est là, dit dans combien de secondes renvoyer l’appel ; avec la même Idempotency-Key, cela ne débite jamais deux fois. Si l’appel unique a fait une image qui ne peut être rendue tout de suite (503), Content-Location dit où la prendre ensuite.',
  status: 'Statut',
  code: 'Code',
  sentence: 'Phrase',
  limits: 'Limites',
  limitsText:
    'Valeurs de série ; celles qu’applique ce service, et avec votre clé vos propres plafonds, se lisent à l’adresse',
  limit: 'Limite',
  value: 'Valeur',
  fetched: 'Fichiers par leur adresse',
  fetchedText:
    'À la place du fichier, url donne l’adresse http ou https où le service va le chercher, dans un formulaire ou en JSON : mêmes limites, même prix, mêmes réponses. Il faut un compte. Seul l’Internet public est atteint, sur les ports 80 et 443, à travers trois redirections au plus, en deux minutes au plus. L’adresse n’est gardée que le temps d’aller chercher le fichier, chiffrée, et n’est écrite dans aucun journal.',
  changelog: 'Changements de l’API',
  changelogText: 'Ce qui est nouveau, ce qui va disparaître :',
  changes: 'Évolution',
  changesText:
    'Des champs, des appels et des codes s’ajoutent sans prévenir : ignorez ce que vous ne connaissez pas. Ce qui doit disparaître répond six mois durant, avec l’en-tête Deprecation (RFC 9745, depuis quand) et l’en-tête Sunset (RFC 8594, jusqu’à quand) ; le document OpenAPI le marque « deprecated ». Un code de refus ne change pas de sens.',
  forPrograms: 'Pour les programmes :',
  signed: 'Adresses signées',
  signedText:
    'Les adresses des résultats demandent la clé. Avec sign_for=3600 dans l’adresse d’un appel, sa réponse donne des adresses qui s’ouvrent sans clé pendant une heure, ou aussi longtemps que demandé, au plus jusqu’à la fin de la conservation du fichier : à transmettre à un outil qui ne la connaît pas. Une réponse rendue une seconde fois est signée de nouveau ; effacer le fichier ferme ses adresses.',
})
