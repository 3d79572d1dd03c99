import { usualFocal } from '@equerre/geometry/proportions'
import type { DebugPictures } from '../debug.ts'
import { lightnessOf, type GrayImage, type RgbImage } from '../pixels.ts'
import type { NetworkLook } from './network/look.ts'
import type { Operators } from './operators.ts'

/** Lightness and the two opponent colours of a reduced picture, each 0 to 255; in the opponents 128 is grey. */
export type Channels = {
  readonly light: GrayImage
  readonly redGreen: GrayImage
  readonly yellowBlue: GrayImage
  /** Largest minus smallest of red, green and blue, doubled and capped at 255. */
  readonly chroma: GrayImage
}

/** What every source sees: the picture, its reduced channels, and the operators. */
export type Scene = {
  /** Work pixels: features are measured and sides fitted here. */
  readonly image: RgbImage
  /** Guesses are made here: a quarter of the pixels, and half the text is already gone. */
  readonly channels: Channels
  /** The lightness with everything dark and narrow filled in: paper without its text. */
  readonly paper: GrayImage
  /** Work pixels per channel pixel: 2, or 1 for a picture that is already small. */
  readonly reduction: 1 | 2
  /** The camera's focal length in long sides of the picture. */
  readonly focal: number
  /** What the network sees, if it was asked. */
  readonly look: NetworkLook | null
  readonly operators: Operators
  readonly debug: DebugPictures
}

/** Pictures with a shorter long side are not reduced. */
const reducedFrom = 500
/** Closing by this share of the long side removes text, so that a page becomes one region. */
const inkShare = 1 / 40

type Given = Pick<Scene, 'operators' | 'debug'> & {
  readonly focal?: number | undefined
  readonly look?: NetworkLook | null | undefined
}

/** Prepares the channels that sources share. */
export function createScene(image: RgbImage, { operators, debug, focal, look }: Given): Scene {
  const reduction = Math.max(image.width, image.height) < reducedFrom ? 1 : 2
  const raw = channelsOf(image, reduction)
  const soft = (channel: GrayImage) => operators.blur(channel, 3)
  const channels = {
    light: soft(raw.light),
    redGreen: soft(raw.redGreen),
    yellowBlue: soft(raw.yellowBlue),
    chroma: soft(raw.chroma),
  }
  const inkPx = Math.round(Math.max(raw.light.width, raw.light.height) * inkShare) | 1
  const paper = operators.close(channels.light, inkPx)
  for (const [name, channel] of Object.entries({ ...channels, paper })) debug?.(`10-${name}`, channel)
  return {
    image,
    channels,
    paper,
    reduction,
    focal: focal ?? usualFocal,
    look: look ?? null,
    operators,
    debug,
  }
}

/** Means over squares of `reduction` pixels: lightness and half-range opponents. */
function channelsOf({ width, height, data }: RgbImage, reduction: 1 | 2): Channels {
  const size = { width: Math.floor(width / reduction), height: Math.floor(height / reduction) }
  const make = () => ({ ...size, data: new Uint8Array(size.width * size.height) })
  const [light, redGreen, yellowBlue, chroma] = [make(), make(), make(), make()]
  const right = reduction === 2 ? 3 : 0
  const below = reduction === 2 ? width * 3 : 0
  const channels = { light, redGreen, yellowBlue, chroma }
  for (let row = 0; row < size.height; row++) {
    fillRow(channels, data, { row, from: row * reduction * width * 3, step: reduction * 3, right, below })
  }
  return channels
}

/** Where a row of the picture starts, and the steps to the next pixel of the channels and within the mean. */
type Row = Readonly<Record<'row' | 'from' | 'step' | 'right' | 'below', number>>

/**
 * A function of its own: V8 optimises what is called often, and leaves a loop within a loop at the end of each row, to begin anew
 * in the next, as long as it runs once a picture.
 */
function fillRow({ light, redGreen, yellowBlue, chroma }: Channels, data: Uint8Array, given: Row): void {
  const { row, from, step, right, below } = given
  const start = row * light.width
  for (let to = start, at = from; to < start + light.width; to++, at += step) {
    const red = (data[at]! + data[at + right]! + data[at + below]! + data[at + below + right]!) >> 2
    const green =
      (data[at + 1]! + data[at + right + 1]! + data[at + below + 1]! + data[at + below + right + 1]!) >> 2
    const blue =
      (data[at + 2]! + data[at + right + 2]! + data[at + below + 2]! + data[at + below + right + 2]!) >> 2
    light.data[to] = lightnessOf(red, green, blue)
    redGreen.data[to] = 128 + ((red - green) >> 1)
    yellowBlue.data[to] = 128 + ((red + green - 2 * blue) >> 2)
    chroma.data[to] = Math.min(255, 2 * (Math.max(red, green, blue) - Math.min(red, green, blue)))
  }
}
