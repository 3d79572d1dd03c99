import type { CornerModel } from '../adapters/corner-model.ts'
import { networkInput, type Region } from '../core/detect/network-input.ts'
import {
  closerRegion,
  sightedAgain,
  sightingsIn,
  type NetworkAnswer,
  type NetworkLook,
  type Sighting,
} from '../core/detect/network-look.ts'
import type { RgbImage } from '../core/pixels.ts'

/** Asks the network about a work image, and once more about the part of it where it saw a small document. */
export async function lookForCorners(image: RgbImage, model: CornerModel): Promise<NetworkLook> {
  const { width, height } = image
  const { answer, sightings } = await lookAt(image, { left: 0, top: 0, width, height }, model)
  const first = sightings[0]
  const region = first ? closerRegion(first, image) : null
  const closer = region ? sightedAgain(first!, (await lookAt(image, region, model)).sightings) : null
  const { present, fullFrame, several } = answer
  return { present, fullFrame, several, sightings, closer }
}

async function lookAt(
  image: RgbImage,
  region: Region,
  model: CornerModel,
): Promise<{ answer: NetworkAnswer; sightings: Sighting[] }> {
  const { planes, toWork } = networkInput(image, region, model.input)
  const answer = await model.run(planes)
  return { answer, sightings: sightingsIn(answer, toWork) }
}
