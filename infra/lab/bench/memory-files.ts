import { PDFDocument, PDFName, concatTransformationMatrix, drawObject } from '@cantoo/pdf-lib'
import { endlessPdfs, hugeImagePdf, hugePng, tiffOfImages } from '@equerre/testkit/pictures/odd-files'
import { photographDocument } from '@equerre/testkit/pictures'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Case = {
  readonly label: string
  readonly make: () => Promise<Uint8Array> | Uint8Array
  /** Keep the whole frame, instead of nearly all of it. */
  readonly whole?: boolean
}

const a4 = { width: 595, height: 842 }
const coarsePx = 200
const a4At600Dpi = { width: 4_960, height: 7_016 }

/**
 * The worst of what is accepted: the largest files of each kind that go to the normal lanes, and the largest
 * of all. Without HEIC, which no npm package can write.
 */
export const honestFiles: readonly Case[] = [
  { label: '25 Mpx JPEG', make: () => picture(5_000, 5_000, (image) => image.jpeg()) },
  { label: '25 Mpx JPEG, grainy, whole', make: async () => grainy(5_000, 85), whole: true },
  {
    label: '25 Mpx JPEG in CMYK',
    make: () => picture(5_000, 5_000, (image) => image.withIccProfile('cmyk').jpeg()),
  },
  { label: '25 Mpx TIFF', make: () => picture(5_000, 5_000, (image) => image.tiff({ compression: 'jpeg' })) },
  {
    label: '25 Mpx PNG, RGBA of 16 bits',
    make: () => deep(5_000, 5_000, (image) => image.png({ compressionLevel: 1 })),
  },
  {
    label: '12.5 Mpx progressive JPEG, 4:4:4',
    make: () =>
      picture(4_000, 3_125, (image) => image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' })),
  },
  {
    label: '12.5 Mpx lossless WebP',
    make: () => picture(4_000, 3_125, (image) => image.webp({ lossless: true, effort: 0 })),
  },
  {
    label: '12.5 Mpx interlaced PNG, RGBA of 16 bits',
    make: () => deep(4_000, 3_125, (image) => image.png({ progressive: true, compressionLevel: 1 })),
  },
  { label: '8 Mpx AVIF', make: () => picture(3_200, 2_500, (image) => image.avif({ effort: 0 })) },
  {
    label: '50 Mpx progressive JPEG, 4:4:4',
    make: () =>
      picture(7_070, 7_070, (image) => image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' })),
  },
  {
    label: '50 Mpx lossless WebP',
    make: () => picture(7_070, 7_070, (image) => image.blur(4).webp({ lossless: true, effort: 0 })),
  },
  {
    label: '50 Mpx interlaced PNG',
    make: () =>
      picture(7_070, 7_070, (image) => image.blur(4).png({ progressive: true, compressionLevel: 1 })),
  },
  {
    label: '50 Mpx interlaced PNG, RGBA of 16 bits',
    make: () => deep(7_070, 7_070, (image) => image.png({ progressive: true, compressionLevel: 1 })),
  },
  { label: '40 Mpx AVIF', make: () => picture(6_320, 6_320, (image) => image.avif({ effort: 0 })) },
  {
    label: '50 Mpx GIF',
    make: () => picture(7_070, 7_070, (image) => image.threshold(128).gif({ effort: 1, colours: 2 })),
  },
  { label: '100 Mpx JPEG', make: () => picture(10_000, 10_000, (image) => image.jpeg()) },
  {
    label: '100 Mpx JPEG, grainy, whole, held sideways',
    make: async () => grainy(10_000, 40, 6),
    whole: true,
  },
  {
    label: '100 Mpx JPEG in CMYK',
    make: () => picture(10_000, 10_000, (image) => image.withIccProfile('cmyk').jpeg()),
  },
  {
    label: '100 Mpx PNG, RGBA of 16 bits',
    make: () => deep(10_000, 10_000, (image) => image.png({ compressionLevel: 1 })),
  },
  {
    label: '100 Mpx TIFF, RGBA of 16 bits',
    make: () => deep(10_000, 10_000, (image) => image.tiff({ compression: 'deflate' })),
  },
  {
    label: '100 Mpx TIFF in tiles, RGBA of 16 bits',
    make: () => deep(10_000, 10_000, (image) => image.tiff({ compression: 'deflate', tile: true })),
  },
  { label: '30,000 × 3,333 JPEG', make: () => picture(30_000, 3_333, (image) => image.jpeg()) },
  {
    label: '30,000 × 600 PNG, RGBA of 16 bits',
    make: () => deep(30_000, 600, (image) => image.png({ compressionLevel: 1 })),
  },
  { label: 'PDF of 100 scans at 600 dpi', make: scans },
  {
    label: 'PDF of a picture of 100 Mpx',
    make: () => pdfOfPixels({ side: 10_000, bits: 8, space: 'DeviceRGB' }),
  },
  {
    label: 'PDF of two tones, 784 Mpx',
    make: () => pdfOfPixels({ side: 28_000, bits: 1, space: 'DeviceGray' }),
  },
]

/** Files made to exceed a limit. */
export const endlessFiles: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
  'PNG that promises 100 Mpx': () => hugePng(10_000, 10_000),
  'PNG that promises 50 Mpx, interlaced': () => hugePng(7_000, 7_000, { interlaced: true }),
  'PDF that promises 144 Mpx': () => hugeImagePdf(),
  'PDF that promises JPEG 2000 of 64 Mpx': () => hugeImagePdf('JPXDecode'),
  'TIFF of 1,000 images': () => tiffOfImages(1_000),
  'TIFF of 100,000 images': () => tiffOfImages(100_000),
  'TIFF of images in a ring': () => tiffOfImages(900, { ring: true }),
  'PNG, two tones, 30,000 × 3,333, of 16 bits': () => plain(30_000, 3_333),
  ...Object.fromEntries(Object.entries(endlessPdfs).map(([name, make]) => [`PDF with ${name}`, make])),
}

async function picture(width: number, height: number, encode: (image: Sharp) => Sharp): Promise<Buffer> {
  const { jpeg } = await photographDocument({ seed: 47, page: 'letter', coverage: 0.5 })
  return encode(sharp(jpeg).resize(width, height, { fit: 'fill' })).toBuffer()
}

/** Half transparent, 16 bits per channel, and small enough to be sent. */
async function deep(width: number, height: number, encode: (image: Sharp) => Sharp): Promise<Buffer> {
  const { jpeg } = await photographDocument({ seed: 47, page: 'letter', coverage: 0.5 })
  const coarse = await sharp(jpeg).resize(coarsePx).ensureAlpha(0.5).png().toBuffer()
  const image = sharp(coarse).resize(width, height, { fit: 'fill', kernel: 'nearest' })
  return encode(image.toColourspace('rgb16')).toBuffer()
}

/** With sensor noise, so that nothing made from it compresses well. */
async function grainy(side: number, quality: number, orientation = 1): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: 1_000, height: 1_000, channels: 3 as const, background: '#808080', noise }
  const grain = await sharp({ create }).png().toBuffer()
  return picture(side, side, (image) =>
    image
      .composite([{ input: grain, tile: true, blend: 'overlay' }])
      .withMetadata({ orientation })
      .jpeg({ quality }),
  )
}

function plain(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 4, background: '#fff8' } as const
  return sharp({ create }).toColourspace('rgb16').png().toBuffer()
}

/** A PDF whose pages together weigh as much as allowed. */
async function scans(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const { width, height } = a4At600Dpi
  const page = await picture(width, height, (image) => image.jpeg({ quality: 20 }))
  for (let i = 0; i < 100; i++) {
    const image = await pdf.embedJpg(page)
    pdf.addPage([a4.width, a4.height]).drawImage(image, { x: 0, y: 0, ...a4 })
  }
  return pdf.save()
}

type Pixels = { readonly side: number; readonly bits: number; readonly space: 'DeviceRGB' | 'DeviceGray' }

async function pdfOfPixels({ side, bits, space }: Pixels): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const bytes = Math.ceil((side * bits * (space === 'DeviceRGB' ? 3 : 1)) / 8) * side
  const image = pdf.context.stream(deflateSync(Buffer.alloc(bytes, 'lettre')), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    BitsPerComponent: bits,
    ColorSpace: space,
    Filter: 'FlateDecode',
  })
  const page = pdf.addPage([a4.width, a4.height])
  page.node.setXObject(PDFName.of('Im'), pdf.context.register(image))
  page.pushOperators(concatTransformationMatrix(a4.width, 0, 0, a4.height, 0, 0), drawObject('Im'))
  return pdf.save()
}
