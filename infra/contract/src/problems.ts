import { z } from 'zod'

type Definition = { readonly status: number; readonly title: string; readonly detail: string }

/** Every refusal a client may see: code → HTTP status, French title, and the French sentence sent as `detail`. */
export const problems = {
  invalid_request: {
    status: 422,
    title: 'Requête invalide',
    detail: 'La requête contient un champ manquant ou invalide.',
  },
  unreadable_file: {
    status: 422,
    title: 'Fichier illisible',
    detail: 'Ce fichier est vide, abîmé ou incomplet.',
  },
  too_many_pixels: {
    status: 422,
    title: 'Image trop grande',
    detail: 'Cette image dépasse le nombre de pixels autorisé.',
  },
  too_few_pixels: {
    status: 422,
    title: 'Image trop petite',
    detail: 'Cette image est trop petite pour montrer un document : envoyez l’original.',
  },
  too_many_pages: {
    status: 422,
    title: 'Trop de pages',
    detail: 'Ce PDF dépasse le nombre de pages autorisé.',
  },
  encrypted_pdf: {
    status: 422,
    title: 'PDF protégé',
    detail: 'PDF protégé : retirez le mot de passe puis réessayez.',
  },
  nothing_found: {
    status: 422,
    title: 'Aucun document',
    detail: 'Aucun document trouvé sur cette image : il n’y a pas de page à rendre, et rien n’est débité.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'Clé d’idempotence déjà utilisée',
    detail: 'Cette clé d’idempotence a déjà servi pour une autre requête.',
  },
  upload_too_slow: {
    status: 408,
    title: 'Envoi trop lent',
    detail: 'Le fichier arrive trop lentement : vérifiez votre connexion, puis renvoyez-le.',
  },
  unauthenticated: {
    status: 401,
    title: 'Non authentifié',
    detail: 'Connectez-vous ou fournissez une clé API valide.',
  },
  credits_exhausted: { status: 402, title: 'Crédits épuisés', detail: 'Crédits insuffisants.' },
  forbidden: {
    status: 403,
    title: 'Refusé',
    detail: 'Cette requête vient d’un autre site : elle est refusée.',
  },
  not_found: { status: 404, title: 'Introuvable', detail: 'Cette adresse ou ce document est introuvable.' },
  idempotency_in_flight: {
    status: 409,
    title: 'Requête en cours',
    detail: 'Une requête avec la même clé d’idempotence est en cours d’envoi.',
  },
  expired: {
    status: 410,
    title: 'Expiré',
    detail: 'Ce document a été effacé à la fin de sa durée de conservation.',
  },
  file_too_large: {
    status: 413,
    title: 'Fichier trop lourd',
    detail: 'Ce fichier dépasse la taille autorisée.',
  },
  unsupported_type: {
    status: 415,
    title: 'Type non pris en charge',
    detail: 'Ce fichier n’est ni une image ni un PDF pris en charge.',
  },
  rate_limited: {
    status: 429,
    title: 'Trop de requêtes',
    detail: 'Trop de requêtes : réessayez dans quelques secondes.',
  },
  free_topup_used: {
    status: 429,
    title: 'Crédits gratuits déjà reçus',
    detail: 'Les crédits gratuits ont déjà été ajoutés à ce compte.',
  },
  free_credits_exhausted: {
    status: 429,
    title: 'Crédits gratuits épuisés',
    detail: 'Trop de crédits gratuits ont été donnés sur ce réseau : réessayez demain.',
  },
  internal: {
    status: 500,
    title: 'Erreur interne',
    detail: 'Une erreur inattendue est survenue : réessayez.',
  },
  unavailable: { status: 503, title: 'Service indisponible', detail: 'Service momentanément indisponible.' },
} as const satisfies Record<string, Definition>

export type ProblemCode = keyof typeof problems
export const ProblemCode = z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]])

/** The body of every error answer (RFC 9457, `application/problem+json`). */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().describe('Une phrase en français, à montrer telle quelle.'),
  code: ProblemCode,
  request_id: z.string(),
})
export type ProblemBody = z.output<typeof ProblemBody>

/** A refusal on its way to the client; `detail` replaces the general sentence when more can be said. */
export class Problem extends Error {
  override name = 'Problem' as const
  readonly code: ProblemCode
  readonly detail: string
  /** Whole seconds after which a retry makes sense, sent as `Retry-After`. */
  readonly retryAfterS: number | undefined

  constructor(code: ProblemCode, detail: string = problems[code].detail, retryAfterS?: number) {
    super(`${code}: ${detail}`)
    this.code = code
    this.detail = detail
    this.retryAfterS = retryAfterS
  }

  get status(): number {
    return problems[this.code].status
  }
}
