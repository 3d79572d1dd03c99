/** Pins every image of others to the digest behind its tag today, as far as its registry answers: `npm run pin-images`. */
import { readImages, writeDigests } from './images.ts'
import { digestOf } from './registry.ts'

const images = [...new Set(readImages().map(({ image }) => image))]
const digests = new Map<string, string>()
for (const image of images) {
  try {
    digests.set(image, await digestOf(image))
    console.log(`${image}@${digests.get(image)}`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    console.error(`not pinned: ${image}: ${error instanceof Error ? error.message : String(error)}${cause}`)
  }
}
writeDigests(digests)
process.exitCode = digests.size === images.length ? 0 : 1
