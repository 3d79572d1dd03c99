import type { Reason } from '@equerre/contract/detourage'

/** Why a zone is doubtful or a page was kept whole. */
export const reasons: Record<Reason, string> = {
  blurred: 'La photo est floue : les bords sont peu nets.',
  glare: 'Un reflet cache une partie du document.',
  corner_outside: 'Un coin du document semble hors de la photo.',
  busy_background: 'Le fond est chargé : un autre contour a pu être suivi.',
  low_contrast: 'Contraste faible : un bord se confond avec le fond.',
  several_documents: 'Plusieurs documents sont visibles : voici le plus grand.',
  already_cropped: 'L’image était déjà droite : elle est gardée entière.',
  low_confidence: 'La zone n’est pas certaine : vérifiez les bords de l’image.',
  uncertain: 'Un document se devine, trop peu nettement pour couper.',
  proportions:
    'Les proportions sont incertaines : le document est très incliné, ou la photo recadrée. Choisissez son papier si vous le connaissez.',
  curved: 'La page est courbe et n’a pas été aplanie.',
  no_document: 'Aucun document n’a été reconnu.',
}
