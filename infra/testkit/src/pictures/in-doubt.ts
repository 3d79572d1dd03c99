import { photographNothing, type Picture } from '../pictures.ts'

const seedsMax = 60

/**
 * A photograph that the detector is in doubt about: mats and trays, but no document. Which ones those are changes with the
 * detector, so it is asked.
 */
export async function photographInDoubt(isInDoubt: (picture: Picture) => Promise<boolean>): Promise<Picture> {
  for (let seed = 1; seed <= seedsMax; seed++) {
    const picture = await photographNothing({ seed, width: 1200, height: 900, things: 2, underlays: 2 })
    if (await isInDoubt(picture)) return picture
  }
  throw new Error(`no picture in doubt among ${seedsMax}`)
}
