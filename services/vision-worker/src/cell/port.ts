import { Socket } from 'node:net'
import type { Doors } from '../context.ts'
import type { GrayImage, RgbImage } from '../core/pixels.ts'
import { readFrames, wholeBody, writeFrame, type Frame } from './frames.ts'
import type { Said, Told } from './words.ts'

/** The pipe to the worker, and all that a cell has of the world. */
const wireFd = 3
/** As much as a frame can say: a cell believes its worker. */
const bodyBytesMax = 0xffff_ffff

type Port = {
  readonly say: (said: Said) => Promise<void>
  /** What the worker tells next; null once it is gone. */
  readonly listen: () => Promise<Told | null>
  readonly doors: (settings: { readonly debug: boolean }) => Doors
}

/** The inside end of the pipe. The storage and the folder for pictures are the worker's: it is asked for everything. */
export function openPort(): Port {
  const wire = new Socket({ fd: wireFd, readable: true, writable: true })
  const frames = readFrames(wire, bodyBytesMax)
  // One question at a time, because answers carry no names.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const ask = (said: Said, bytes?: Uint8Array) =>
    inTurn(async () => {
      await writeFrame(wire, said, bytes && { bytes: bytes.length, chunks: [bytes] })
      const frame = await frames.next()
      const told = toldBy(frame)
      if (!told || told.tell === 'no storage') throw new Error('the storage failed')
      return told.tell === 'object' && told.found ? wholeBody(frame!) : null
    })
  return {
    say: (said) => inTurn(() => writeFrame(wire, said)),
    listen: async () => toldBy(await frames.next()),
    doors: ({ debug }) => ({
      storage: {
        read: (key) => ask({ say: 'read', key }),
        put: async (key, bytes) => void (await ask({ say: 'put', key }, bytes)),
      },
      debug: () =>
        debug
          ? (name, image) => {
              void inTurn(() => writeFrame(wire, pictureHead(name, image), bodyOf(image)))
            }
          : null,
    }),
  }
}

function toldBy(frame: Frame | null): Told | null {
  return frame && (frame.head as Told)
}

function pictureHead(name: string, { width, height }: GrayImage | RgbImage): Said {
  return { say: 'picture', name, width, height }
}

function bodyOf({ data }: GrayImage | RgbImage) {
  // A copy, since the step goes on with its pixels.
  const bytes = Uint8Array.from(data)
  return { bytes: bytes.length, chunks: [bytes] }
}
