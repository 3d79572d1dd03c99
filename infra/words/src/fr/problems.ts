import { describeIssue } from '../field-issue.ts'
import { formatsOf } from '../formats.ts'
import type { ProblemWords } from '../problem-words.ts'
import { fieldIssueWords } from './field-issue.ts'

const { formatDayInUtc, formatInteger, formatTenths } = formatsOf('fr')

const decoded = {
  plain: '',
  whole: ' pour une image progressive, entrelacée, WebP, HEIC ou GIF',
  avif: ' pour une image AVIF',
}

const bodies = {
  json: 'du JSON',
  form: 'un formulaire ou du JSON',
  upload: 'un formulaire multipart/form-data avec le champ « file », ou du JSON avec le champ « url »',
}

export const problemWords: ProblemWords = {
  titles: {
    invalid_request: 'Requête invalide',
    unreadable_file: 'Fichier illisible',
    too_many_pixels: 'Image trop grande',
    too_few_pixels: 'Image trop petite',
    too_many_pages: 'Trop de pages',
    encrypted_pdf: 'PDF protégé',
    wrong_password: 'Mot de passe refusé',
    nothing_found: 'Aucun document',
    batch_over: 'Lot terminé',
    address_refused: 'Adresse refusée',
    address_unreachable: 'Adresse injoignable',
    address_status: 'Adresse sans fichier',
    address_too_slow: 'Adresse trop lente',
    idempotency_mismatch: 'Clé d’idempotence déjà utilisée',
    upload_too_slow: 'Envoi trop lent',
    unauthenticated: 'Non authentifié',
    key_expired: 'Clé expirée',
    key_revoked: 'Clé révoquée',
    credits_exhausted: 'Crédits épuisés',
    key_cap_reached: 'Plafond de la clé atteint',
    forbidden: 'Refusé',
    scope_missing: 'Droit manquant',
    not_found: 'Introuvable',
    method_not_allowed: 'Méthode refusée',
    idempotency_in_flight: 'Requête en cours',
    expired: 'Expiré',
    file_too_large: 'Fichier trop lourd',
    unsupported_type: 'Type non pris en charge',
    range_not_satisfiable: 'Plage impossible',
    rate_limited: 'Trop de requêtes',
    free_topup_used: 'Crédits gratuits déjà reçus',
    free_credits_exhausted: 'Crédits gratuits épuisés',
    internal: 'Erreur interne',
    unavailable: 'Service indisponible',
  },
  sentences: {
    invalid_request: 'La requête contient un champ manquant ou invalide.',
    unreadable_file: 'Ce fichier est vide, abîmé ou incomplet.',
    too_many_pixels: 'Cette image dépasse le nombre de pixels autorisé.',
    too_few_pixels: 'Cette image est trop petite pour montrer un document : envoyez l’original.',
    too_many_pages: 'Ce fichier dépasse le nombre de pages autorisé.',
    encrypted_pdf: 'PDF protégé : donnez son mot de passe, ou retirez-le, puis réessayez.',
    wrong_password: 'Ce mot de passe n’ouvre pas ce PDF : vérifiez-le puis réessayez.',
    nothing_found:
      'Aucun document trouvé sur cette image : il n’y a pas de page à rendre, et rien n’est débité.',
    batch_over: 'Le temps de ce lot était écoulé avant le tour de cet élément : mettez-le dans un autre lot.',
    address_refused:
      'Cette adresse ne peut pas être utilisée : il faut une adresse http ou https d’Internet, sans identifiant ni port inhabituel.',
    address_unreachable:
      'Aucune machine d’Internet n’a répondu à cette adresse jusqu’au bout : vérifiez-la, puis réessayez.',
    address_status: 'Cette adresse n’a pas donné de fichier.',
    address_too_slow:
      'Le fichier arrive trop lentement de cette adresse : réessayez, ou envoyez-le directement.',
    idempotency_mismatch: 'Cette clé d’idempotence a déjà servi pour une autre requête.',
    upload_too_slow: 'Le fichier arrive trop lentement : vérifiez votre connexion, puis renvoyez-le.',
    unauthenticated: 'Connectez-vous ou fournissez une clé API valide.',
    key_expired: 'Cette clé API a expiré : prolongez-la ou créez-en une autre dans le compte.',
    key_revoked: 'Cette clé API a été révoquée.',
    credits_exhausted: 'Crédits insuffisants.',
    key_cap_reached: 'Cette clé a atteint son plafond de crédits du mois.',
    forbidden: 'Cette requête vient d’un autre site : elle est refusée.',
    scope_missing: 'Cette clé n’a pas le droit de faire cet appel.',
    not_found: 'Cette adresse ou ce document est introuvable.',
    method_not_allowed:
      'Cette adresse n’accepte pas cette méthode : l’en-tête Allow nomme celles qu’elle accepte.',
    idempotency_in_flight: 'Une requête avec la même clé d’idempotence est en cours d’envoi.',
    expired: 'Ce document a été effacé à la fin de sa durée de conservation.',
    file_too_large: 'Ce fichier dépasse la taille autorisée.',
    unsupported_type: 'Ce fichier n’est ni une image ni un PDF pris en charge.',
    range_not_satisfiable:
      'Le fichier est plus court que la plage demandée : l’en-tête Content-Range dit sa taille.',
    rate_limited: 'Trop de requêtes : réessayez dans quelques secondes.',
    free_topup_used: 'Les crédits gratuits ont déjà été ajoutés à ce compte.',
    free_credits_exhausted: 'Trop de crédits gratuits ont été donnés sur ce réseau : réessayez demain.',
    internal: 'Une erreur inattendue est survenue : réessayez.',
    unavailable: 'Service momentanément indisponible.',
    field_invalid: ({ issue }) => {
      const field = issue.path.join('.')
      return `${field === '' ? 'Requête :' : `Champ « ${field} » :`} ${describeIssue(issue, fieldIssueWords)}.`
    },
    request_malformed: 'La requête est mal formée.',
    body_too_large: 'Le corps de la requête est trop volumineux.',
    form_malformed: 'Le formulaire envoyé est mal formé.',
    form_too_many_fields: 'Le formulaire contient trop de champs.',
    form_field_too_long: 'Un champ du formulaire est trop long.',
    file_missing:
      'Aucun fichier reçu : joignez-le dans le champ « file », ou donnez son adresse dans « url ».',
    file_or_address: 'Un fichier ou son adresse, pas les deux.',
    file_not_alone: 'Un seul fichier par requête, dans le champ « file ».',
    file_not_taken:
      'Cet appel ne prend pas de fichier : envoyez-le d’abord, puis nommez-le dans le champ « ingestion_id ».',
    body_not_read: ({ takes }) =>
      `Le corps de la requête n’est pas lu : il faut ${bodies[takes]}, et l’en-tête Content-Type qui le dit.`,
    session_ended: 'Votre session a pris fin : connectez-vous de nouveau.',
    session_needed: 'Cette clé est valable, mais cet appel demande une session ouverte dans un navigateur.',
    live_key_needed:
      'Cette clé est valable, mais c’est une clé de test : cet appel demande la clé du compte ou une session.',
    cursor_invalid: 'Le champ « cursor » est invalide.',
    password_too_long: ({ most }) => `Le mot de passe compte plus de ${most} octets.`,
    idempotency_key_length: 'L’en-tête Idempotency-Key doit compter de 1 à 255 caractères.',
    options_not_json: 'Le champ « options » n’est pas un texte JSON valide.',
    corners_not_convex:
      'Les quatre coins doivent former un quadrilatère convexe et assez grand, dans le sens des aiguilles d’une montre.',
    dpi_out_of_bounds: ({ least, most }) => `La résolution va de ${least} à ${most} dpi.`,
    no_capture: 'L’option « render_of » doit nommer un redressement fini et débité.',
    pdf_option:
      'Les options « compression », « standard » et « max_bytes » ne valent que pour un PDF : ajoutez l’option « format » avec « pdf », ou retirez-les.',
    pages_contradict: 'Les champs « page » et « options.page » se contredisent.',
    formats_contradict: 'L’en-tête Accept et l’option « format » se contredisent.',
    page_missing: ({ page, pages }) =>
      `La page ${page} n’existe pas : ${pages === 1 ? 'ce document a une seule page' : `ce document a ${pages} pages`}.`,
    document_missing: ({ document }) => `Aucun document n° ${document} sur cette page.`,
    file_not_ready: 'Ce fichier est encore en préparation : réessayez dans une seconde.',
    file_used_up: ({ steps }) => `Ce fichier a déjà servi à ${steps} étapes : renvoyez-le.`,
    address_by_guest:
      'Envoyer un fichier par son adresse demande un compte : connectez-vous ou fournissez une clé API.',
    address_answer: ({ status }) => `Cette adresse n’a pas donné de fichier : elle a répondu ${status}.`,
    address_redirects: ({ most }) => `Cette adresse redirige plus de ${most} fois.`,
    document_uncertain:
      'Un document se devine sur cette image, trop peu nettement pour couper : rien n’est fait ni débité. Donnez ses coins dans l’option « corners ».',
    assembly_missing:
      'Ce dossier n’existe pas, ou plus : il est effacé avec la première de ses pages qui est supprimée ou expire.',
    assembly_page_missing: ({ page }) =>
      `La page en position ${page} n’existe pas, ou plus : retirez-la de la liste.`,
    assembly_page_expired: ({ page }) =>
      `La page en position ${page} a été effacée à la fin de sa durée de conservation : retirez-la de la liste.`,
    assembly_page_unfinished: ({ page }) =>
      `La page en position ${page} n’est pas finie : attendez qu’elle soit redressée, ou retirez-la de la liste.`,
    assembly_too_many_pages: ({ pages, most }) =>
      `Ce dossier compterait ${formatInteger(pages)} pages : la limite est de ${formatInteger(most)}.`,
    assembly_not_archivable: ({ page }) =>
      `La page en position ${page} est reprise telle quelle d’un PDF : un dossier PDF/A ne peut contenir que des pages redressées.`,
    assembly_card_pages: 'Une carte a deux côtés : donnez exactement deux pages redressées.',
    assembly_too_large: ({ megabytes }) =>
      `Ce dossier serait trop lourd : la limite est de ${megabytes} MB. Assemblez moins de pages à la fois.`,
    assembly_takes_too_much: 'Ce dossier demande trop de calculs : réunissez moins de pages à la fois.',
    batch_by_guest: 'Un lot demande un compte : connectez-vous, ou donnez une clé API.',
    batch_too_many_items: ({ items, most }) =>
      `Ce lot compte ${formatInteger(items)} éléments : la limite est de ${formatInteger(most)}.`,
    batch_without_groups: 'Le champ « assembly » fait un PDF par « group » : aucun élément n’en a.',
    batches_open: ({ most }) =>
      `La limite est de ${most === 1 ? 'un lot ouvert' : `${most} lots ouverts`} : attendez qu’il y en ait un de fini, ou annulez-le.`,
    assemblies_in_flight: ({ most }) =>
      `La limite est de ${most === 1 ? 'un dossier assemblé' : `${most} dossiers assemblés`} à la fois : attendez qu’il y en ait un de fini.`,
    assemblies_spent: ({ most, minutes }) =>
      `La limite est de ${formatInteger(most)} dossiers par heure : réessayez dans ${minutes} min.`,
    webhooks_too_many: ({ most }) => `Un compte a au plus ${most} webhooks : supprimez-en un.`,
    webhook_not_active: 'Ce webhook est en pause : reprenez-le d’abord.',
    callback_needs_account:
      'Le champ « callback_url » demande un compte : connectez-vous, ou donnez une clé API.',
    event_signature_invalid: 'La signature de cet événement est absente, fausse ou périmée.',
    withdrawal_too_late: 'Le délai de rétractation de quatorze jours est passé.',
    withdrawal_used_up: 'Tous les crédits de cet achat ont été utilisés ou remboursés.',
    image_too_heavy: ({ megabytes }) => `Fichier trop lourd : la limite est de ${megabytes} MB par image.`,
    pdf_too_heavy: ({ megabytes }) => `Fichier trop lourd : la limite est de ${megabytes} MB par PDF.`,
    file_empty: 'Ce fichier est vide.',
    pdf_protection_unknown:
      'Ce PDF est protégé d’une façon que nous ne savons pas ouvrir : enregistrez-le sans protection puis réessayez.',
    file_damaged: 'Ce fichier est abîmé : il ne peut pas être ouvert.',
    file_takes_memory: 'Ce fichier demande trop de mémoire pour être ouvert.',
    file_takes_computing: 'Ce fichier demande trop de calculs pour être ouvert.',
    file_takes_time: 'Ce fichier demande trop de temps pour être ouvert.',
    upload_took_too_long: 'L’envoi a duré trop longtemps.',
    image_too_small: ({ width, height, least }) =>
      `Image trop petite (${width} × ${height} pixels) : il en faut au moins ${least} de chaque côté. Envoyez l’original.`,
    image_too_long: ({ width, height, times }) =>
      `Image trop allongée (${width} × ${height} pixels) : le grand côté peut faire ${times} fois le petit.`,
    image_side_too_long: ({ most }) =>
      `Image trop grande : la limite est de ${formatInteger(most)} pixels de côté.`,
    image_too_large: ({ most, of }) =>
      `Image trop grande : la limite est de ${inMillions(most)} de pixels${decoded[of]}.`,
    pdf_page_too_large: ({ metres }) =>
      `Une page de ce PDF est trop grande : la limite est de ${metres} mètres de côté.`,
    pdf_image_too_large: ({ most, of }) =>
      `Une image${of === 'jpeg2000' ? ' JPEG 2000' : ''} de ce PDF est trop grande : la limite est de ${inMillions(most)} de pixels.`,
    tiff_too_many_images: ({ most }) =>
      `Ce fichier TIFF contient trop d’images : la limite est de ${formatInteger(most)}.`,
    pdf_too_many_pages: ({ pages, most }) => `Ce fichier compte ${pages} pages : la limite est de ${most}.`,
    pdf_page_missing: ({ page }) => `Ce fichier n’a pas de page ${page}.`,
    key_spent: ({ credits, day }) =>
      `Cette clé a dépensé ${credits === 1 ? 'le crédit' : `les ${formatInteger(credits)} crédits`} de son mois : son compte repart le ${formatDayInUtc(day).replace(/^1(?!\d)/, '1er')} à 0 h UTC.`,
    scope_needed: ({ scopes }) =>
      scopes.length === 0
        ? 'Aucune clé nommée ne peut faire cet appel : il demande une session ou, sauf pour remplacer des clés ou effacer le compte, la clé du compte.'
        : `Cet appel demande une clé avec le droit ${scopes.map((scope) => `« ${scope} »`).join(' ou ')}.`,
    expiry_passed: 'Champ « expires_at » : cette date est passée.',
    keys_full: ({ most }) => `Un compte a au plus ${formatInteger(most)} clés nommées : révoquez-en une.`,
    credits_owed: ({ owed }) =>
      `Crédits insuffisants : ${owed === 1 ? 'un crédit d’un achat repris reste dû' : `${owed} crédits d’un achat repris restent dus`}, et tout crédit ajouté rembourse d’abord cette dette.`,
    wrong_credentials:
      'Trop de clés ou de sessions refusées depuis votre réseau : vérifiez la vôtre, puis réessayez dans une minute.',
    uploads_at_once: 'Trop d’envois en même temps : attendez qu’un envoi se termine, puis réessayez.',
    downloads_at_once:
      'Trop de téléchargements en même temps : attendez que l’un d’eux se termine, puis réessayez.',
    steps_waiting: ({ most }) => `Plus de ${most} étapes attendent déjà : laissez-les finir.`,
    steps_waiting_in_network: 'Trop d’étapes attendent déjà depuis votre réseau : réessayez dans une minute.',
    free_work_spent: ({ minutes }) =>
      `Le travail gratuit de cette période est épuisé : réessayez dans ${minutes} min, ou achetez des crédits.`,
    service_busy: 'Service très sollicité : réessayez dans quelques secondes.',
    uploads_full: 'Trop de fichiers arrivent en ce moment : réessayez dans une minute.',
    storage_failed:
      'Le stockage des fichiers ne répond pas bien en ce moment : réessayez dans quelques secondes.',
    storage_full: 'Il n’y a plus de place pour de nouveaux fichiers en ce moment : réessayez plus tard.',
    payment_unavailable: 'Le paiement est momentanément indisponible.',
    step_given_up: 'Le traitement n’a pas abouti. Aucun crédit débité : réessayez.',
  },
}

function inMillions(pixels: number): string {
  const millions = formatTenths(pixels / 1_000_000)
  return `${millions} ${pixels < 2_000_000 ? 'million' : 'millions'}`
}
