import type { DetectReply, IngestReply, RectifyReply } from '../src/api/steps.ts'

/** Service answers for the card tests. */

const corners: DetectReply['corners'] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

export function ingestReply(pages = 1): IngestReply {
  return {
    ingestion_id: '7b1c0000-0000-4000-8000-000000000001',
    status: 'OK',
    mime: pages > 1 ? 'application/pdf' : 'image/jpeg',
    width: 4032,
    height: 3024,
    pages: Array.from({ length: pages }, () => ({ width: 4032, height: 3024, kind: 'photo' })),
    name: 'facture.jpg',
    size: 1000,
    expires_at: '2026-11-22T00:00:00.000Z',
    artifacts: { preview_path: '/preview.jpg' },
  }
}

export function detectReply(status: DetectReply['status'] = 'OK'): DetectReply {
  const artifacts = { viz_path: '/viz.jpg', mask_path: '/mask.png', thumb_path: '/seen.webp' }
  const found = {
    ingestion_id: ingestReply().ingestion_id,
    page: 1,
    status,
    confidence: 0.9,
    mime: 'image/jpeg',
  }
  return { ...found, corners, reasons: [], alternatives: [], documents: [], spread: false, artifacts }
}

/** A detection in doubt: the whole frame, with the zone that it proposes. */
export function doubtfulReply(): DetectReply {
  return { ...detectReply('REVIEW_REQUIRED'), reasons: ['uncertain'], alternatives: [proposal] }
}

const proposal: DetectReply['alternatives'][number] = {
  confidence: 0.4,
  corners: [
    [0.1, 0.2],
    [0.9, 0.2],
    [0.9, 0.8],
    [0.1, 0.8],
  ],
}

export function rectifyReply(): RectifyReply {
  const artifacts = {
    warped_path: '/warped.png',
    screen_path: '/screen.webp',
    thumb_path: '/thumb.webp',
    viz_path: '/viz2.jpg',
    mask_path: '/mask2.png',
    text_path: null,
    plain_text_path: null,
  }
  const page = { ingestion_id: ingestReply().ingestion_id, page: 1, status: 'OK' as const, confidence: 0.9 }
  const size = { dpi: 300, mime: 'image/png', width: 2480, height: 3508, paper: 'a4' }
  const id = '6fa459ea-ee8a-4ca4-894e-db77e160355e'
  const look = {
    filter: 'color',
    relighting: false,
    turn: 0,
    flatten: 'auto',
    flattened: false,
    bend: 0,
    text_reason: 'not_asked',
    capture_id: id,
  } as const
  const file = { bytes: 1_000, standard: null, compression: null, max_bytes_met: null, reduced: null }
  const light = { lighting: 'kept', lighting_reason: 'not_asked' } as const
  const proportions = { ratio: 0.7, uncertainty: 0.01 }
  return {
    id,
    ...page,
    document: 1,
    reasons: [],
    ...size,
    ...file,
    proportions,
    corners,
    ...look,
    ...light,
    artifacts,
  }
}
