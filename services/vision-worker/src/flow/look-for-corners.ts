import type { CornerModel } from '../adapters/corner-model.ts'
import { networkInput, type Region } from '../core/detect/network/input.ts'
import {
  closerRegion,
  lookFrom,
  sightedAgain,
  sightingsIn,
  type NetworkLook,
} from '../core/detect/network/look.ts'
import { meanAnswer, mirrorAnswer, mirrorings, mirrorPlanes } from '../core/detect/network/mirrors.ts'
import type { RgbImage } from '../core/pixels.ts'

/** A sighting scoring below this is also looked at in three mirrorings, at a run each; a clear one gains nothing from it. */
const clearScore = 0.85

/** Runs the network on a work image, and again on the part of it where it saw a small document. */
export async function lookForCorners(image: RgbImage, model: CornerModel): Promise<NetworkLook> {
  const { width, height } = image
  const { answer, sightings, toInput } = await lookAt(image, { left: 0, top: 0, width, height }, model)
  const first = sightings[0]
  const region = first ? closerRegion(first, image) : null
  const closer = region ? sightedAgain(first!, (await lookAt(image, region, model)).sightings) : null
  return lookFrom(answer, toInput, { sightings, closer })
}

/** The answer for a region, the mean of four where one is unclear, what it shows, and the way into its maps. */
async function lookAt(image: RgbImage, region: Region, model: CornerModel) {
  const { planes, toWork, toInput } = networkInput(image, region, model.input)
  const first = await model.run(planes)
  const sightings = sightingsIn(first, toWork)
  if (sightings.length === 0 || sightings[0]!.score >= clearScore)
    return { answer: first, sightings, toInput }
  const answers = [first]
  for (const by of mirrorings) {
    answers.push(mirrorAnswer(await model.run(mirrorPlanes(planes, model.input, by)), by))
  }
  const answer = meanAnswer(answers)
  return { answer, sightings: sightingsIn(answer, toWork), toInput }
}
