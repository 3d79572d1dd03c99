import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { readIccProfile, type ColourProfile } from '../core/colour-profile.ts'
import { discard, type GrayImage, type RgbImage } from '../core/pixels.ts'
import type { Orientation } from '../core/rectify/orientation.ts'
import { srgbConverter } from '../core/to-srgb.ts'

/** What an image's header says, before any pixel is decoded. */
type ImageFacts = Size & {
  readonly mime: string
  /** Progressive, interlaced, or a type that decodes like one: the whole image is held in memory during decoding. */
  readonly progressive: boolean
  readonly exif: Uint8Array | null
}

/** Interleaved RGBA from other decoders, to be flattened onto white. Without a profile it is sRGB. */
export type RgbaImage = Size & { readonly rgba: Uint8Array; readonly profile?: ColourProfile | null }

/** An encoded file, or pixels from another decoder. */
export type Source = Uint8Array | RgbaImage

type JpegOptions = { readonly quality: number; readonly dpi?: number }

type Region = Size & { readonly left: number; readonly top: number }

export type Codec = ReturnType<typeof openCodec>

const mimes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tiff: 'image/tiff',
  gif: 'image/gif',
  av1: 'image/avif',
  hevc: 'image/heic',
}

/** Decoding takes 16, 19, 8 and 10 MB per million pixels, measured; other types are reduced or cropped while read. */
const wholeTypes: ReadonlySet<string> = new Set(['image/heic', 'image/avif', 'image/gif', 'image/webp'])

// One thread per call and no cache: slots provide the parallelism, and memory stays what a job needs.
sharp.concurrency(1)
sharp.cache(false)
// Block every libvips loader except those of the accepted types, whatever the environment says.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((type) => `VipsForeignLoad${type}Buffer`),
})

/** Encoders need no limits: they only write pixels we made. */
const encoders = {
  encodeJpeg,

  /** Level 1 costs a quarter of level 6 and is 10 % larger. */
  encodePng: (image: RgbImage | GrayImage, dpi = 72): Promise<Buffer> =>
    fromPixels(image).withDensity(dpi).png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer(),

  /**
   * The resolution goes into an EXIF block, the only place WebP has for it. With less effort libwebp fails on detailed
   * pages above some 10 Mpx: its per-block decisions overflow the format's 512 KiB first partition.
   */
  encodeWebp: (image: RgbImage | GrayImage, dpi: number): Promise<Buffer> =>
    fromPixels(image).withDensity(dpi).webp({ quality: 90, effort: 2 }).toBuffer(),

  shrink,

  /** WebP for pictures of up to about 2 Mpx: half the CPU of `encodeWebp` for a fifth more bytes. */
  encodeSmall: (image: RgbImage | GrayImage, quality: number): Promise<Buffer> =>
    fromPixels(image).webp({ quality, effort: 0 }).toBuffer(),
}

/** Reads and writes images, all in sRGB. Whatever a decoder rejects becomes the Problem `unreadable_file`. */
export function openCodec(limits: { readonly pixelsMax: number }) {
  const decode = (source: Source, change: (image: Sharp) => Sharp) =>
    orUnreadable(() => decodeAs(source, change, limits.pixelsMax))
  const decodeSmall = (source: Source, longSide: number) =>
    decode(source, (image) => within(upright(image), longSide))
  return {
    /** @throws Problem `unreadable_file`, `unsupported_type` */
    readFacts: (bytes: Uint8Array): Promise<ImageFacts> => orUnreadable(() => readFacts(bytes)),

    /** The upright image as JPEG, within a square of `longSide` pixels; never enlarged, decoded at a reduced scale. */
    encodePreview: async (source: Source, longSide: number): Promise<Buffer> => {
      const image = await decodeSmall(source, longSide)
      const preview = await encodeJpeg(image, { quality: 85 })
      discard(image)
      return preview
    },

    /** The upright image within a square of `longSide` pixels. */
    decodeSmall,

    /** What `decodeSmall` makes of a file whose pixels these are, to the bit, if it is less than twice as large. */
    reduce: (image: RgbImage, longSide: number): Promise<RgbImage> =>
      Math.max(image.width, image.height) <= longSide
        ? Promise.resolve(image)
        : decoded(within(fromPixels(image), longSide)),

    /** The upright image at full size. */
    decodeWhole: (source: Source): Promise<RgbImage> => decode(source, upright),

    /** The upright image stretched to exactly this size. */
    decodeResized: (source: Source, size: Size): Promise<RgbImage> =>
      decode(source, (image) => upright(image).resize({ ...size, fit: 'fill' })),

    /** A region of the image as stored, ignoring orientation; `region` is in pixels of the image resized to `size`. */
    decodeStored: (
      source: Source,
      { size, region }: { readonly size: Size; readonly region: Region },
    ): Promise<RgbImage> =>
      decode(source, (image) =>
        opaque(image)
          .resize({ ...size, fit: 'fill' })
          .extract({ ...region }),
      ),

    /** How the stored image must be turned; other decoders return theirs upright already. */
    readOrientation: (source: Source): Promise<Orientation> => orUnreadable(() => readOrientation(source)),

    ...encoders,
  }
}

async function readFacts(bytes: Uint8Array): Promise<ImageFacts> {
  // Limits are checked on the result, so that a decompression bomb is refused as too large rather than unreadable.
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'warning' }).metadata()
  const mime = mimeOf(header)
  return {
    mime,
    width: header.autoOrient.width,
    height: header.autoOrient.height,
    progressive: header.isProgressive === true || wholeTypes.has(mime),
    exif: header.exif ?? null,
  }
}

async function readOrientation(source: Source): Promise<Orientation> {
  if (!(source instanceof Uint8Array)) return 1
  const { orientation = 1 } = await sharp(source, { limitInputPixels: false }).metadata()
  return orientation >= 1 && orientation <= 8 ? (orientation as Orientation) : 1
}

function mimeOf({ format, compression }: Metadata): string {
  const mime = mimes[format === 'heif' ? (compression ?? '') : format]
  if (!mime) throw new Problem('unsupported_type')
  return mime
}

async function decodeAs(
  source: Source,
  change: (image: Sharp) => Sharp,
  pixelsMax: number,
): Promise<RgbImage> {
  const profile = await readProfile(source)
  const image = await decoded(change(openSource(source, { pixelsMax, ignoreIcc: profile !== null })))
  if (profile) srgbConverter(profile)?.(image)
  return image
}

/**
 * The profile we convert from ourselves: sharp would convert every pixel of the file before reducing and cropping, which
 * for a preview takes three times as long as decoding it, even when the profile is sRGB's own.
 */
async function readProfile(source: Source): Promise<ColourProfile | null> {
  if (!(source instanceof Uint8Array)) return source.profile ?? null
  const { space, depth, icc } = await sharp(source, { limitInputPixels: false }).metadata()
  return icc && space === 'srgb' && depth === 'uchar' ? readIccProfile(icc) : null
}

function openSource(source: Source, options: { pixelsMax: number; ignoreIcc: boolean }): Sharp {
  const { pixelsMax: limitInputPixels, ignoreIcc } = options
  if (source instanceof Uint8Array) return sharp(source, { limitInputPixels, ignoreIcc, failOn: 'warning' })
  const { rgba, width, height } = source
  return sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels })
}

function upright(image: Sharp): Sharp {
  return opaque(image.autoOrient())
}

function opaque(image: Sharp): Sharp {
  return image.flatten({ background: '#ffffff' }).toColourspace('srgb')
}

function within(image: Sharp, longSide: number): Sharp {
  return image.resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
}

/** The image within a square of `longSide` pixels; the same object where it already fits. */
async function shrink<Image extends RgbImage | GrayImage>(image: Image, longSide: number): Promise<Image> {
  if (Math.max(image.width, image.height) <= longSide) return image
  // The triangle kernel takes two thirds of the time of sharper ones and leaves no rings around ink.
  const smaller = fromPixels(image).resize({
    width: longSide,
    height: longSide,
    fit: 'inside',
    kernel: 'linear',
  })
  const { data, info } = await smaller.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { ...image, width: info.width, height: info.height, data }
}

async function decoded(image: Sharp): Promise<RgbImage> {
  const { data, info } = await image
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`decoder gave ${info.channels} channels`)
  return { width: info.width, height: info.height, data }
}

function fromPixels({ width, height, data }: RgbImage | GrayImage): Sharp {
  const channels = data.length === width * height ? 1 : 3
  const image = sharp(data, { raw: { width, height, channels } })
  return channels === 1 ? image.toColourspace('b-w') : image
}

/** Fixed Huffman tables: a third of the CPU for files 5 % larger, which live for a day. */
async function encodeJpeg(image: RgbImage | GrayImage, { quality, dpi = 72 }: JpegOptions): Promise<Buffer> {
  return withDpi(await fromPixels(image).jpeg({ quality, optimiseCoding: false }).toBuffer(), dpi)
}

/** Adds the JFIF header that sharp leaves out: the one place where every program looks for the resolution. */
function withDpi(jpeg: Buffer, dpi: number): Buffer {
  const header = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x02\x01\0\0\0\0\0\0', 'latin1')
  header.writeUInt16BE(dpi, 12)
  header.writeUInt16BE(dpi, 14)
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)])
}

async function orUnreadable<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof Problem) throw error
    const message = error instanceof Error ? error.message : ''
    const code = /unsupported image format/.test(message) ? 'unsupported_type' : 'unreadable_file'
    throw Object.assign(new Problem(code), { cause: error })
  }
}
