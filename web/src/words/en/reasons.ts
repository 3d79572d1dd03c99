import type { reasons as frReasons } from '../fr/reasons.ts'
import type { SameShape } from '../same-shape.ts'

/** Why a zone is doubtful or a page was kept whole. */
export const reasons: SameShape<typeof frReasons> = {
  blurred: 'The photo is blurred: the edges are not sharp.',
  glare: 'A reflection hides part of the document.',
  corner_outside: 'A corner of the document seems to lie outside the photo.',
  busy_background: 'The background is busy: another outline may have been traced.',
  low_contrast: 'Low contrast: an edge blends into the background.',
  several_documents: 'Several documents are visible: this is the largest.',
  already_cropped: 'The image was straight already: it is kept whole.',
  low_confidence: 'The area is not certain: check the edges of the image.',
  uncertain: 'A document can be made out, but not clearly enough to crop.',
  proportions:
    'The proportions are uncertain: the document is steeply tilted, or the photo was cropped. Choose its paper if you know it.',
  curved: 'The page is curved and was not flattened.',
  no_document: 'No document was recognised.',
}
