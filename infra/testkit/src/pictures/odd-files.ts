import {
  PDFDocument,
  PDFName,
  concatTransformationMatrix,
  drawObject,
  type PDFContext,
} from '@cantoo/pdf-lib'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

const size = { width: 240, height: 160 }

/** A colour ramp in every legal but unusual encoding that users send. */
export const unusualImages: Readonly<Record<string, () => Promise<Buffer>>> = {
  '16-bit PNG': () => ramp().toColourspace('rgb16').png().toBuffer(),
  'CMYK JPEG': () => ramp().toColourspace('cmyk').jpeg().toBuffer(),
  'grey JPEG': () => ramp().toColourspace('b-w').jpeg().toBuffer(),
  'PNG with transparency': () => ramp().ensureAlpha(0.5).png().toBuffer(),
  'interlaced PNG': () => ramp().png({ progressive: true }).toBuffer(),
  'progressive JPEG': () => ramp().jpeg({ progressive: true }).toBuffer(),
  WebP: () => ramp().webp().toBuffer(),
  TIFF: () => ramp().tiff().toBuffer(),
  AVIF: () => ramp().avif({ effort: 0 }).toBuffer(),
  'grey PNG with transparency': () => ramp().ensureAlpha(0.5).toColourspace('b-w').png().toBuffer(),
  'Display P3 JPEG': () => ramp().withIccProfile('p3').jpeg().toBuffer(),
  'JPEG with a broken colour profile': async () => {
    const jpeg = await ramp().withIccProfile('p3').jpeg().toBuffer()
    return jpeg.fill(0x5a, jpeg.indexOf('ICC_PROFILE') + 14, jpeg.indexOf('ICC_PROFILE') + 400)
  },
  'JPEG with bytes behind its end': async () =>
    Buffer.concat([await ramp().jpeg().toBuffer(), Buffer.alloc(5_000, 'end')]),
  'animated GIF': async () => {
    const frames = await Promise.all([ramp().png().toBuffer(), ramp().negate().png().toBuffer()])
    return sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
  },
}

/** Pixel size of every unusual image. */
export const unusualSize = size

/** A PNG of a few bytes whose header promises `width` × `height` pixels. */
export function hugePng(
  width: number,
  height: number,
  options: { interlaced: boolean } = { interlaced: false },
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, options.interlaced ? 1 : 0], 8)
  return pngOf(header, deflateSync(Buffer.alloc(1000)))
}

function pngOf(header: Buffer, pixels: Buffer): Buffer {
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** PDFs of a few hundred bytes, each with one page that takes minutes to render. */
export const endlessPdfs: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a dash pattern': () => drawnPdf('[.0001] 0 d 1 w 0 0 m 595 842 l S '.repeat(40)),
  'a tiling': () =>
    drawnPdf('/Pattern cs /P scn 0 0 595 842 re f '.repeat(1_000), (context) => {
      const box = { BBox: [0, 0, 1, 1], XStep: 0.01, YStep: 0.01, Resources: {} }
      const kind = { Type: 'Pattern', PatternType: 1, PaintType: 1, TilingType: 1 }
      return { Pattern: { P: context.register(context.stream('0 0 1 1 re f', { ...kind, ...box })) } }
    }),
  'a shading': () =>
    drawnPdf('/S sh '.repeat(20_000), () => {
      const ramp = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0], C1: [1, 1, 1], N: 1.5 }
      const axis = { Coords: [0, 0, 595, 842], Extend: [true, true], Function: ramp }
      return { Shading: { S: { ShadingType: 2, ColorSpace: 'DeviceRGB', ...axis } } }
    }),
}

/**
 * A PDF of a few thousand bytes whose 60 transparency groups each need a picture of the page: some 35 MB
 * each.
 */
export function greedyPdf(): Promise<Buffer> {
  return drawnPdf('/X Do', (context) => {
    const group = { Type: 'Group', S: 'Transparency', I: true, K: true }
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 595, 842], Group: group }
    const half = { H: { Type: 'ExtGState', ca: 0.5, CA: 0.5, BM: 'Multiply' } }
    const around = (Resources: Dictionary, content: string) => ({
      XObject: { X: context.register(context.stream(content, { ...form, Resources })) },
      ExtGState: half,
    })
    let groups = around({}, '0 0 595 842 re f')
    for (let depth = 1; depth < 60; depth++) groups = around(groups, '/H gs /X Do')
    return groups
  })
}

/**
 * A PNG of less than a megabyte with `width` 16-bit RGBA pixels in each of its 32 rows, all of them present.
 */
export function widePng(width: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(32, 4)
  header.set([16, 6, 0, 0, 0], 8)
  return pngOf(header, deflateSync(Buffer.alloc(32 * (1 + 8 * width)), { level: 9 }))
}

/** A WebP of one colour whose profile lists `count` tags, none of which exists. */
export async function webpOfTags(count: number): Promise<Buffer> {
  const profile = Buffer.alloc(132 + 12 * count)
  profile.writeUInt32BE(profile.length, 0)
  profile.write('mntrRGB XYZ ', 12, 'latin1')
  profile.write('acsp', 36, 'latin1')
  profile.writeUInt32BE(count, 128)
  const plain = await sharp({ create: { ...size, channels: 3, background: '#888' } })
    .webp()
    .toBuffer()
  const image = plain.subarray(12)
  const extended = Buffer.alloc(10)
  // The flag for an ICC profile.
  extended[0] = 0x20
  extended.writeUIntLE(size.width - 1, 4, 3)
  extended.writeUIntLE(size.height - 1, 7, 3)
  const body = Buffer.concat([Buffer.from('WEBP'), riff('VP8X', extended), riff('ICCP', profile), image])
  return riff('RIFF', body)
}

type Resources = Parameters<PDFContext['obj']>[0]
type Dictionary = NonNullable<Parameters<PDFContext['stream']>[1]>

async function drawnPdf(content: string, resources: (context: PDFContext) => Resources = () => ({})) {
  const pdf = await PDFDocument.create()
  const { node } = pdf.addPage([595, 842])
  node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.flateStream(content)))
  node.set(PDFName.of('Resources'), pdf.context.obj(resources(pdf.context)))
  return Buffer.from(await pdf.save())
}

/** A PDF of a few hundred bytes whose page shows an image that claims to be enormous. */
export async function hugeImagePdf(filter: 'FlateDecode' | 'JPXDecode' = 'FlateDecode'): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const side = filter === 'JPXDecode' ? 8_000 : 12_000
  const image = pdf.context.stream(deflateSync(Buffer.alloc(1_000)), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    BitsPerComponent: 8,
    ColorSpace: 'DeviceRGB',
    Filter: filter,
  })
  const page = pdf.addPage([600, 600])
  page.node.setXObject(PDFName.of('Im'), pdf.context.register(image))
  page.pushOperators(concatTransformationMatrix(600, 0, 0, 600, 0, 0), drawObject('Im'))
  return Buffer.from(await pdf.save())
}

type Directories = { readonly big?: boolean; readonly ring?: boolean }

/**
 * The start of a TIFF file of `count` images, each with one entry and no pixels; in a ring, the last links to
 * the first.
 */
export function tiffOfImages(count: number, { big = false, ring = false }: Directories = {}): Buffer {
  const [head, body, link] = big ? [16, 28, 8] : [8, 14, 4]
  const file = Buffer.alloc(head + count * (body + link))
  const write = (value: number, at: number) =>
    big ? file.writeBigUInt64LE(BigInt(value), at) : file.writeUInt32LE(value, at)
  file.write('II', 'latin1')
  file.writeUInt16LE(big ? 43 : 42, 2)
  if (big) file.writeUInt16LE(8, 4)
  write(head, big ? 8 : 4)
  const places = Array.from({ length: count }, (_, i) => head + i * (body + link))
  const next = [...places.slice(1), ring ? head : 0]
  for (const [i, at] of places.entries()) {
    file[at] = 1
    write(next[i]!, at + body)
  }
  return file
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(body.length, 0)
  framed.set(typed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}

function riff(name: string, body: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

function ramp() {
  const { width, height } = size
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const column = Math.floor(i / 3) % width
    return i % 3 === 0 ? column : i % 3 === 1 ? 120 : 255 - column
  })
  return sharp(data, { raw: { width, height, channels: 3 } })
}
