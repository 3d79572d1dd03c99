import type { PageInfo } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import type { WorkQuad } from '@equerre/geometry/spaces'
import type { DebugPictures } from '../debug.ts'
import type { RgbImage } from '../pixels.ts'
import { decide } from './answer/decide.ts'
import { inOrder } from './judge/in-order.ts'
import { judge, type Judged } from './judge/judge.ts'
import { measureAll } from './measure/features.ts'
import type { NetworkLook } from './network/look.ts'
import type { Operators } from './operators.ts'
import { proposeCandidates } from './propose/sources.ts'
import { createScene, type Scene } from './scene.ts'

/** Long side of the picture that detection sees: text blurs away, edges remain. */
export const workLongSide = 800

/** What detection answers, every candidate it considered, best first, and every outline it saw. */
export type Finding = {
  readonly answer: DetectResult
  readonly ranked: readonly Judged[]
  readonly outlines: readonly WorkQuad[]
}

/**
 * Scene → candidates → answer.
 * @param image the upright picture within `workLongSide`
 */
export function findOnPicture(
  image: RgbImage,
  tools: {
    readonly operators: Operators
    readonly debug: DebugPictures
    readonly page: Pick<PageInfo, 'kind' | 'focal'>
    /** What the network sees, if there is one. */
    readonly look?: NetworkLook | null | undefined
  },
): Finding {
  const { operators, debug, page, look } = tools
  const scene = createScene(image, { operators, debug, focal: page.focal, look })
  const { ranked, outlines } = rankCandidates(scene)
  return { answer: decide(ranked, image, page), ranked, outlines }
}

/** Propose → measure → judge: all candidates of a scene, best first, and every outline seen on the way. */
export function rankCandidates(scene: Scene): Pick<Finding, 'ranked' | 'outlines'> {
  const { candidates, outlines } = proposeCandidates(scene)
  const features = measureAll(scene, candidates)
  const judged = candidates.map((candidate, i) => judge(candidate, features[i]!, scene.look))
  return { ranked: inOrder(judged), outlines }
}
