import type { ReferenceWords } from '@equerre/contract/openapi'
import { smallPictures, type SmallPicture } from '@equerre/contract/small-picture'

export const referenceWords = {
  title: 'API Équerre',
  description: 'Recadrer et redresser des documents photographiés.',
  chapters: {
    straightening: 'Détourage',
    webhooks: 'Webhooks',
    credits: 'Crédits',
    account: 'Compte',
    keys: 'Clés nommées',
    service: 'Service',
  },
  operations: {
    getArtifact: 'Les octets d’un résultat, pour son propriétaire, ou pour qui tient une adresse signée.',
    startCheckout: 'Ouvre une page de paiement pour un lot de crédits.',
    getInvoice: 'L’adresse de la facture d’un achat, chez Stripe.',
    listWithdrawalOffers:
      'Première étape de la rétractation : les achats concernés et ce qui serait remboursé.',
    confirmWithdrawal: 'Seconde étape : confirme la rétractation et rend un accusé de réception à conserver.',
    getCredits: 'Le solde de crédits. Crée un invité quand personne n’est identifié.',
    addCredits: 'Ajoute une fois des crédits gratuits.',
    getCreditHistory: 'Les mouvements de crédits, du plus récent au plus ancien.',
    ingest:
      'Envoie une image ou un PDF. Un PDF protégé s’ouvre avec `-F "password=$MOT_DE_PASSE"`, ici comme en un seul appel ; les étapes suivantes s’en passent.',
    detect: 'Trouve les coins du document. Gratuit.',
    rectify:
      'Redresse le document. Coûte 1 crédit, débité seulement en cas de succès : sans document, ou sans `corners` quand la détection hésite, rien n’est fait ni débité ; avec `render_of`, rend autrement une page déjà payée, sans rien coûter jusqu’à la limite ; avec `text`, lit aussi la page, ce qui est compris dans son crédit.',
    oneShot:
      'Envoie, détecte et redresse en un seul appel. Coûte 1 crédit, débité seulement en cas de succès. Répond le fichier lui-même quand l’en-tête `Accept` le demande.',
    getJob: 'L’état d’une étape ; une fois finie, sa réponse.',
    getIngestion: 'Un fichier envoyé et tout ce qui en a été fait.',
    deleteIngestion:
      'Efface tout de suite le fichier, tout ce qui en a été fait et les dossiers qui en contiennent une page ; ou un dossier seul.',
    listIngestions: 'Les fichiers envoyés, du plus récent au plus ancien.',
    assemble:
      'Assemble des pages finies, dans l’ordre donné, en un seul PDF avec signets et texte cherchable. Ne coûte rien. Une page que personne n’a lue l’est d’abord.',
    getAssembly: 'L’état d’un dossier ; une fois fini, où est son PDF.',
    createBatch:
      'Prend jusqu’à 1 000 éléments, par adresse ou déjà envoyés, et les redresse avec des options communes, quand il n’y a rien d’autre à faire. Chacun coûte ce qu’il coûte seul, quand vient son tour. Comptes seulement.',
    getBatch: 'Où en est un lot.',
    getBatchResults:
      'Ce qu’est devenu chaque élément, dans leur ordre. Avec `Accept: application/x-ndjson`, tous, un par ligne ; avec `application/zip`, les pages faites et les PDF assemblés.',
    cancelBatch:
      'Annule les éléments dont le redressement n’a pas commencé ; les autres finissent comme prévu, et ce qui est fait reste.',
    createWebhook: 'Ajoute une adresse à prévenir. Son secret n’est montré que dans cette réponse.',
    listWebhooks: 'Les adresses à prévenir.',
    testWebhook: 'Envoie un essai, qui ne dit rien d’autre.',
    listDeliveries: 'Le journal des livraisons : ce qui a été envoyé, et ce qui a été répondu.',
    resendDelivery: 'Renvoie une livraison finie, sous le même identifiant.',
    rotateWebhookSecret: 'Remplace le secret. L’ancien signe encore pendant 24 heures, à côté du nouveau.',
    pauseWebhook: 'Met une adresse en pause : ce qui arrive entre-temps attend.',
    resumeWebhook: 'Reprend : ce qui a attendu part aussitôt.',
    deleteWebhook: 'Supprime une adresse, ses livraisons et leur journal.',
    rotateCallbackSecret:
      'Donne ou remplace le secret qui signe ce que reçoivent les adresses `callback_url`. L’ancien signe encore pendant 24 heures, à côté du nouveau.',
    listCallbackDeliveries: 'Le journal des livraisons aux adresses `callback_url`.',
    exportMe: 'Tout ce que le service sait du compte connecté.',
    getMe: 'Le compte connecté.',
    getApiKey: 'Les clés API du compte connecté.',
    rotateApiKey: 'Remplace une clé API ; l’ancienne est refusée aussitôt.',
    listKeys: 'Les clés nommées du compte, révoquées comprises, sans leur secret.',
    createKey: 'Crée une clé nommée. Son secret, `api_key`, n’est donné qu’ici.',
    changeKey: 'Change une clé nommée : ce qui est absent reste.',
    rotateKey: 'Remplace le secret d’une clé nommée, qui garde tout le reste ; l’ancien est refusé aussitôt.',
    revokeKey: 'Révoque une clé nommée, refusée aussitôt.',
    getKeyUsage: 'Les crédits dépensés par clé et par jour.',
    logout: 'Termine la session.',
    deleteMe: 'Efface le compte : sessions et clés aussitôt, fichiers dans la minute.',
    getLimits: 'Toutes les limites du service, et les plafonds de l’appelant identifié.',
  },
  fields: {
    address:
      'Adresse http ou https du fichier, que le service télécharge ; à la place de `file`, avec un compte.',
    page_kind:
      'Ce qu’est la page. `photo` : une image, aussi quand elle remplit une page de PDF, et chaque page d’un TIFF ; ses bords sont cherchés. `scan` : une page de PDF en noir et blanc pur, faite par un scanner. `digital` : du texte ou du dessin, jamais recadré.',
    focal:
      'Distance focale de la prise de vue, en longs côtés de l’image ; absente si le fichier ne la dit pas.',
    ratio: 'Largeur du document divisée par sa hauteur.',
    ratio_uncertainty:
      'Écart type relatif de cette mesure : 0,01 pour 1 %. Compte ce que l’on ignore de l’appareil et du recadrage ; au-delà de 0,25, une détection répond `REVIEW_REQUIRED` avec la raison `proportions`.',
    own_path: 'Chemin relatif à la racine du site, réservé à son propriétaire.',
    confidence: 'Probabilité que la zone soit juste (IoU d’au moins 0,95), de 0 à 1.',
    rectify_reasons:
      'Ce qui fait douter de la zone : vide quand elle est donnée dans `corners`, jamais quand le statut est `REVIEW_REQUIRED`. `uncertain` : un document se devine, trop peu nettement pour couper ; rien n’est fait ni débité, et `corners` n’est qu’une proposition. `proportions` : la zone peut être juste, mais les proportions du document sont incertaines.',
    detect_reasons:
      'Ce qui fait douter de la zone, ou pourquoi c’est toute l’image ; jamais vide quand le statut est `REVIEW_REQUIRED`. `low_confidence` : rien d’autre que la confiance. `proportions` : la zone peut être juste, mais les proportions du document sont incertaines. `uncertain` : un document se devine, trop peu nettement pour couper ; `corners` n’est qu’une proposition, et un redressement sans `corners` ne fait rien et ne coûte rien.',
    tier: '`paying` : le compte a déjà acheté des crédits ; `account` : pas encore, ou c’est une clé de test ; `guest` : sans compte.',
    steps_in_flight:
      'Étapes confiées en même temps au service ; les suivantes attendent leur tour. Sans achat, les plafonds par adresse valent aussi.',
    own_ceilings: 'Les plafonds de l’appelant ; null sans identification.',
    made_mime: 'Type du fichier fait ; null quand rien n’a été fait.',
    made_pixels: 'Taille de l’image faite, en pixels ; null quand rien n’a été fait.',
    lighting:
      '`applied` : l’éclairage a été corrigé ; `kept` : il est resté tel quel ; null quand rien n’a été fait.',
    lighting_reason:
      'Pourquoi l’éclairage est resté. `not_asked` : sans `relighting`. `card` : une carte d’identité ou bancaire n’a pas de papier à blanchir. `picture` : la page est une image plutôt que du papier.',
    effective_dpi:
      'Résolution effective : jamais plus que la photo ne contient. Pour un format reconnu plus court que A4, elle peut dépasser celle demandée, pour ne perdre aucun pixel.',
    paper:
      'Format de papier reconnu ou demandé, sinon null. `id1` n’est reconnu qu’à ses coins arrondis, jamais à ses seules proportions.',
    proportions:
      'Proportions mesurées, perspective comprise, avant d’être ramenées à un format de papier ; null quand rien n’a été fait.',
    dpi_asked:
      'Entre les limites dpiMin et dpiMax du service. Vaut pour le format demandé par `paper`, sinon pour une page longue comme A4.',
    render_of:
      'L’`id` d’un redressement débité : la même zone de la même page est rendue autrement. Ce qui n’est pas nommé reste comme alors.',
    document_asked:
      'Lequel des `documents` de la détection, à partir de 1. Sans lui, le plus grand, ou la double page entière d’un livre ouvert, pour 1 crédit elle aussi. Avec `corners`, le document que ces coins corrigent.',
    document_made:
      'Le document redressé, à partir de 1 : son rang parmi les `documents` de la détection. 0 pour une double page entière.',
    documents:
      'Douze au plus, dans l’ordre de lecture : de haut en bas, par rangées de gauche à droite. `document` les numérote ainsi. D’un livre ouvert, ses deux pages, qui se touchent au pli.',
    document_reasons: 'Ce qui fait douter de ce document.',
    detected_corners:
      'Ceux du plus grand des `documents`, ou de la double page entière, comme `status` et `confidence`.',
    spread:
      'Si le document est un livre ouvert : `documents` sont alors ses deux pages, celle de gauche d’abord, et `corners` les entoure toutes deux. `document` en redresse une, pour 1 crédit.',
    captured:
      'Les zones débitées. Des `corners` qui en recouvrent une avec un IoU d’au moins 0,5 sont une correction ; les autres sont une nouvelle page et coûtent 1 crédit.',
    document_items:
      'Chaque document redressé de la page. `rectify`, `free_corrections` et `free_renderings` de la page sont ceux du dernier redressé.',
    free_corrections: 'Corrections de coins encore gratuites pour ce document de cette page.',
    free_renderings: 'Autres rendus encore gratuits du dernier redressement de cette page.',
    rectify_id: 'Cette étape.',
    text: 'Lit aussi le texte de la page, sans rien coûter de plus. L’étape est finie quand le texte est là ; un PDF le contient alors, invisible, pour que l’on puisse y chercher et copier. Si la lecture échoue, la page reste, `text_path` est null, et `render_of` avec `text` la redemande.',
    text_path:
      'Le texte lu, en JSON : `blocks` dans l’ordre de lecture, leurs `lines`, leurs `words`, chacun avec ses coins relatifs à la page (`corners`) et sa confiance ; null sans texte.',
    plain_text_path:
      'Le même texte seul, ligne par ligne, une ligne vide entre deux blocs ; null sans texte.',
    text_reason:
      'Pourquoi il n’y a pas de texte : pas demandé (`not_asked`), lecture en cours (`pending`), lecture impossible pour l’instant (`failed`), aucune page faite (`nothing_made`) ; null quand il est là.',
    page_compression:
      'D’un PDF seulement. `auto`, sans cette option : le plus petit sans perdre en netteté, une image restant un JPEG ; `jpeg` : toute la page en un JPEG ; `lossless` : sans aucune perte.',
    page_standard: 'D’un PDF seulement. `pdfa-2b` : il suit PDF/A-2b, pour être archivé.',
    page_max_bytes:
      'D’un PDF seulement : le poids à ne pas dépasser, en octets, texte compris ; avec `text`, 20 000 octets sont réservés au texte. La qualité, puis la résolution des images baissent autant qu’il le faut ; `bytes` et `max_bytes_met` disent ce qu’il en est.',
    made_bytes: 'Poids du fichier fait, en octets, texte compris ; null quand rien n’a été fait.',
    made_standard: 'La norme que suit le PDF ; null dans un autre format.',
    made_compression: 'La compression du PDF ; null dans un autre format.',
    read_of: 'Le redressement dont la page a été lue.',
    words_read: 'Nombre de mots lus.',
    batch_items: 'Ce qu’il faut redresser, jusqu’à la limite batchItemsMax.',
    batch_url: 'Où est le fichier ; voir `url` de `ingest`.',
    batch_file: 'Un fichier déjà envoyé.',
    batch_item_page: 'La page du fichier, à partir de 1.',
    batch_group:
      'Les éléments qui ont le même font un seul PDF, dont c’est le titre, si `assembly` est donné.',
    batch_reference: 'Le nom que vous donnez à cet élément ; il revient avec son résultat.',
    batch_options: 'Les options de `rectify`, pour tous : toutes sauf `corners`, `page` et `document`.',
    batch_assembly:
      'Fait un PDF par `group` avec les pages faites, dans l’ordre des éléments. Ne coûte rien. Voir `assemblies`.',
    batch_state: '`cancelled` : plus rien ne commence. `ended_at` dit quand le dernier élément a fini.',
    batch_ends_by: 'Les éléments qui n’ont pas commencé d’ici là échouent avec `batch_over`.',
    batch_ended_at: 'Quand le dernier élément et le dernier PDF ont fini ; null avant.',
    batch_counts: 'Combien d’éléments sont dans quel état.',
    batch_assemblies: 'Les PDF, un par groupe.',
    batch_assembly_job: 'Ce que `assemblies/{id}` en dit de plus.',
    batch_assembly_artifacts: 'Le PDF, tant qu’il est gardé.',
    batch_index: 'La place dans `items`, à partir de 0.',
    batch_item_state: '`waiting` : ce n’est pas encore son tour, et aucun crédit n’est retenu pour lui.',
    batch_job: 'Le redressement ; `jobs/{id}` le donne aussi.',
    batch_item_status: 'D’un élément fini ; `NOT_FOUND` ne coûte rien.',
    batch_item_code: 'Pourquoi l’élément a échoué.',
    batch_result: 'La réponse de `rectify`, tant que son fichier est gardé.',
    batch_cursor: 'Le `next_cursor` de la réponse précédente.',
    batch_limit: 'Combien d’éléments.',
    event_batch_path: 'Où demander le lot.',
    assembly_id: 'Ce dossier, et le traitement qui l’assemble.',
    assembly_pages:
      'Les pages dans leur ordre, jusqu’à la limite assemblyPagesMax. Chacune est un redressement fini, ou une page d’un PDF envoyé, reprise telle quelle : ni image, ni perte, son texte reste.',
    assembled_rectify: 'Un redressement fini, débité ou rendu autrement par `render_of`.',
    assembled_file: 'Un PDF envoyé, dont la page `page` est reprise telle quelle.',
    page_name: 'Le nom de la page dans les signets du PDF.',
    assembly_title: 'Le titre du PDF ; sans lui, le nom du premier fichier.',
    assembly_text:
      'Le texte des pages redressées, invisible, pour que l’on y cherche et copie. Une page que personne n’a lue l’est d’abord, sans rien coûter ; si la lecture échoue, elle y est sans texte.',
    standard:
      '`pdfa-2b` : le PDF suit PDF/A-2b, pour être archivé ; il ne contient alors que des pages redressées.',
    compression:
      '`auto` : le plus petit sans perdre en netteté ; `jpeg` : chaque page est une image JPEG ; `lossless` : sans aucune perte.',
    max_bytes: 'Le poids à ne pas dépasser, en octets ; `max_bytes_met` dit si c’est le cas.',
    reduced: 'Ce qu’il a fallu céder pour ne pas dépasser `max_bytes` ; null quand il n’a rien fallu céder.',
    reduced_resolution: 'Part gardée de la résolution des images ; avec `auto`, les lettres gardent la leur.',
    max_bytes_met: 'Si le PDF est au plus aussi lourd que `max_bytes` ; null quand il n’a pas été demandé.',
    page_size:
      '`as_is` : chaque page redressée à sa taille ; `a4` : toutes sur A4. Les pages reprises telles quelles gardent la leur.',
    layout:
      '`card` : les deux côtés d’une carte d’identité ou bancaire sur une page A4, à leur taille réelle de 85,6 × 53,98 mm.',
    pages_with_text: 'Pages dont les mots se cherchent, se sélectionnent et se copient.',
    pages_read: 'D’un PDF à réunir dont des pages sont lues d’abord : combien le sont déjà, sur combien.',
    assembly_expires: 'Le dossier expire avec la première de ses pages.',
    exported_assembly: 'Le dossier assemblé ; null tant qu’il ne l’est pas.',
    capture_id:
      'Ce que demande `render_of` pour rendre cette page autrement ; null pour une correction gratuite, à redemander avec ses `corners`.',
    turn: 'Tourne la page finie, en degrés, dans le sens des aiguilles d’une montre ; 0 quand il manque. `corners` répond les coins dans l’ordre de la page tournée.',
    turn_again: 'Comme dans un redressement, depuis la page telle que sa zone la montre.',
    turned: 'De combien la page a été tournée à la demande, en degrés.',
    flatten:
      '`auto` : une feuille courbe, pliée ou gondolée est aplanie quand sa forme est sûre, et une feuille plane n’est jamais touchée ; `off` : jamais. `auto` quand il manque. Le reste suit la longueur du papier : proportions, format et pixels.',
    flatten_asked: 'L’option telle que demandée, `auto` si elle manquait.',
    flattened:
      'La feuille a été aplanie. null quand rien n’a été fait, ou par une version précédente du service.',
    bend: 'De combien la feuille s’écarte de son meilleur plan, en part de sa diagonale ; 0 pour une feuille plane, ou dont la courbure ne se voit pas. null comme `flattened`. Quand elle est courbe sans avoir été aplanie, `reasons` contient `curved`.',
    options_object_or_text: 'Un objet, ou la même chose en texte JSON.',
    password:
      'Ce qui ouvre un PDF protégé. Gardé chiffré jusqu’à ce que le fichier soit effacé, et rendu par aucun appel. Sans lui, un tel PDF répond `encrypted_pdf` ; si ce n’est pas le bon, `wrong_password` : renvoyez alors le fichier avec un autre, même sous la même `Idempotency-Key`. Ignoré pour tout autre fichier.',
    sign_for:
      'Rend, dans `artifacts`, des adresses signées, qui se lisent sans clé ni cookie pendant autant de secondes, au plus jusqu’à la fin de conservation du fichier. Effacer le fichier les révoque.',
    sign: 'Comme `sign_for`, pour cinq minutes.',
    key_created: 'Date de création de la clé api_key.',
    key_last_used: 'Dernier usage de la clé api_key, à la minute près.',
    key_scopes:
      'Ce que la clé peut faire. `straighten` : envoyer, redresser, réunir, reprendre par leur identifiant les résultats, effacer. `read` : lister les fichiers et les mouvements, reprendre les résultats, sans rien faire. `manage` : administrer les clés et les webhooks du compte, donc lui donner tous les droits. Un autre appel répond 403 `scope_missing`.',
    key_expires: 'Quand la clé cesse de valoir : ensuite 401 `key_expired`. `null` : jamais.',
    key_cap:
      'Les crédits que la clé peut dépenser par mois, de 0 h UTC le premier au premier suivant. Un crédit réservé compte, un crédit rendu ne compte plus. Au-delà : 402 `key_cap_reached`, avec `Retry-After`. `null` : sans plafond.',
    key_ending: 'Les quatre derniers caractères du secret, pour le reconnaître.',
    named_key_last_used: 'Dernier usage, à la minute près.',
    key_revoked: 'Quand la clé a été révoquée ; ensuite elle répond 401 `key_revoked`.',
    key_shown: 'Le secret, à garder : il n’est plus jamais montré.',
    usage_day: 'Le jour, en UTC, où les crédits ont été réservés.',
    usage_key: 'La clé nommée ; `null` : la clé `api_key` du compte, de toutes ses générations.',
    usage_credits: 'Crédits dépensés ou réservés ; ceux qui ont été rendus sont déduits.',
    usage_days: 'Combien de jours, le jour même compris ; ils sont gardés selon la limite keyUsageDays.',
    checkout_next: 'La page où l’acheteur revient.',
    withdrawal_until: 'Fin du délai de quatorze jours.',
    signed_until: 'D’une adresse signée : sa fin, en secondes Unix.',
    signature: 'D’une adresse signée.',
    line_credits: 'Crédits gagnés, ou dépensés quand le nombre est négatif.',
    line_owed: 'Crédits devenus dus, ou remboursés quand le nombre est négatif.',
    line_balance: 'Solde après cette ligne.',
    line_file: 'Le fichier concerné, tant qu’il est conservé.',
    owed: 'Crédits dus : tant qu’il y en a, rien ne se dépense, et tout crédit ajouté les rembourse d’abord.',
    problem_detail:
      'Une phrase à montrer telle quelle : en français, en anglais si `Accept-Language` le préfère.',
    most_credits: 'Combien au plus ; tous quand il manque.',
    callback_url:
      'Une adresse http ou https à prévenir une fois, à la fin de cet appel : l’événement est le même que pour un webhook, signé si le compte a un secret pour ces adresses (`/api/v1/callbacks/rotate`), avec dix essais en un jour. Demande un compte. Une adresse de reprise de n8n ou de Make, par exemple.',
    event_job: 'L’étape finie.',
    event_job_path: 'Où lire sa réponse, avec la clé.',
    event_status: 'Comme dans la réponse de l’étape ; null quand elle a échoué.',
    event_code:
      'Pourquoi elle a échoué : le code d’un refus, ou `cancelled` quand le fichier a été effacé avant ; null sinon.',
    event_charged: 'Crédits débités.',
    event_test: 'Demandée avec une clé de test.',
    event_timestamp: 'Quand c’est arrivé.',
    webhook_events: 'Les événements que cette adresse reçoit.',
    webhook_events_asked: 'Les événements à recevoir ; tous quand il manque.',
    credits_low_at: 'Quand une page laisse moins de crédits que cela, `credits.low` le dit une fois.',
    webhook_state:
      '`active` ; `paused` : en pause à votre demande ; `failing` : mise en pause après trois jours d’échecs ; `gone` : a répondu 410, plus rien ne lui est gardé. Les trois se reprennent.',
    failing_since: 'Depuis quand tout échoue ; null quand la dernière livraison est arrivée.',
    former_secret_until: 'Jusqu’à quand l’ancien secret signe encore ; null quand il n’y en a pas.',
    webhook_secret: 'Signe chaque livraison. Gardez-le : il ne sera plus montré.',
    attempt_status: 'Le statut HTTP répondu ; null sans réponse.',
    attempt_error:
      'Pourquoi il n’y a pas de réponse ; `refused_address` : une adresse IP privée ou un port inhabituel.',
    attempt_answer: 'Le début de la réponse.',
    delivery_id: 'L’en-tête `webhook-id`, le même à chaque essai.',
    delivery_state:
      '`waiting` : le prochain essai attend son heure, une livraison précédente du même fichier, ou la reprise de l’adresse ; `sending` : en route ; `failed` : abandonnée.',
    next_attempt_at: 'L’heure du prochain essai ; null s’il n’y en a pas de prévu.',
    delivery_body: 'Le corps, tel qu’il est signé et envoyé.',
    seen_thumb_path: smallPicture('La page vue, sans tracé,', 'thumb'),
    made_screen_path: smallPicture('La page redressée, à la taille d’un écran,', 'screen'),
    made_thumb_path: smallPicture('La page redressée, en vignette,', 'thumb'),
  },
  headers: {
    idempotencyKey:
      'De 1 à 255 caractères, gardée 24 h. Une réponse rendue de nouveau porte `Idempotent-Replayed: true` ; ses crédits ont été débités la première fois.',
    prefer: '`respond-async` : réponse 202 immédiate ; `wait=n` : attente de n secondes.',
  },
  events: {
    'ingestion.finished': 'Un fichier est prêt.',
    'ingestion.failed': 'Un fichier n’a pas pu être lu.',
    'detection.finished': 'La zone du document est trouvée, ou il n’y en a pas : voir `status`.',
    'detection.failed': 'Une détection a échoué.',
    'rectification.finished':
      'Une page est redressée, son texte lu s’il est demandé ; ou rien n’a été fait : voir `status`.',
    'rectification.failed': 'Un redressement a échoué ; rien n’est débité.',
    'assembly.finished': 'Un dossier est assemblé.',
    'assembly.failed': 'Un dossier n’a pas pu être assemblé.',
    'batch.finished': 'Un lot est fini, avec des pages faites.',
    'batch.failed': 'Un lot a été annulé, n’a pas eu le temps, ou a fini sans aucune page.',
    'review.required': 'Une détection ou une page est à vérifier.',
    'credits.low': 'Il reste moins de crédits que le seuil choisi.',
    'webhook.test': 'Un essai, envoyé à votre demande.',
  },
  responses: {
    done: 'Fait.',
    taken:
      'Reçu. Tout autre statut, une redirection comprise, vaut un nouvel essai plus tard ; 410 met fin aux livraisons.',
    running: 'En cours : l’adresse à interroger est dans `Location`.',
  },
} satisfies ReferenceWords

function smallPicture(what: string, picture: SmallPicture): string {
  const { longSidePx, bytesMax } = smallPictures[picture]
  return `${what} en WebP, ${longSidePx} pixels de long et ${bytesMax / 1_000} ko au plus ; null pour ce qui n’en a pas.`
}
