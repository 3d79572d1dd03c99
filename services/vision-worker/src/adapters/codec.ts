import { Problem } from '@equerre/contract/problems'
import type { Size } from '@equerre/geometry/spaces'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { readIccProfile, type ColourProfile } from '../core/colour-profile.ts'
import { discard, type GrayImage, type RgbImage } from '../core/pixels.ts'
import type { Orientation } from '../core/rectify/orientation.ts'
import { srgbConverter } from '../core/to-srgb.ts'

/** What a header tells about an image, before any pixel is decoded. */
type ImageFacts = Size & {
  readonly mime: string
  /** Progressive, interlaced or of a type that is so in effect: the whole image is held in memory while it is decoded. */
  readonly progressive: boolean
  readonly exif: Uint8Array | null
}

/** Interleaved RGBA as other decoders give it; transparency is laid on white. Without a profile it is sRGB. */
export type RgbaImage = Size & { readonly rgba: Uint8Array; readonly profile?: ColourProfile | null }

/** An encoded file, or pixels that another decoder made. */
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

/** Measured at 16, 19, 8 and 10 MB per million pixels; the other types are reduced or cut while they are read. */
const wholeTypes: ReadonlySet<string> = new Set(['image/heic', 'image/avif', 'image/gif', 'image/webp'])

// One thread per call and no cache: the slots are the parallelism, and memory stays what a job needs.
sharp.concurrency(1)
sharp.cache(false)
// Every loader of libvips is shut but those of the accepted types, whatever the environment says.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((type) => `VipsForeignLoad${type}Buffer`),
})

/** Writing files needs no limits: what is written, we made. */
const encoders = {
  encodeJpeg,

  /** Level 1 costs a quarter of level 6 and is 10 % larger. */
  encodePng: (image: RgbImage | GrayImage, dpi = 72): Promise<Buffer> =>
    fromPixels(image).withDensity(dpi).png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer(),

  /**
   * The resolution stands in an EXIF block, for want of any other place. With less effort libwebp fails on detailed pages
   * beyond some 10 Mpx: what it decides for each block does not fit into the half megabyte that the format has for it.
   */
  encodeWebp: (image: RgbImage | GrayImage, dpi: number): Promise<Buffer> =>
    fromPixels(image).withDensity(dpi).webp({ quality: 90, effort: 2 }).toBuffer(),

  shrink,

  /** WebP of a picture of some 2 Mpx at most, at half the CPU and a fifth more bytes than `encodeWebp` would take. */
  encodeSmall: (image: RgbImage | GrayImage, quality: number): Promise<Buffer> =>
    fromPixels(image).webp({ quality, effort: 0 }).toBuffer(),
}

/** Reads and writes images, all in sRGB. What a decoder refuses becomes the Problem `unreadable_file`. */
export function openCodec(limits: { readonly pixelsMax: number }) {
  const decode = (source: Source, change: (image: Sharp) => Sharp) =>
    orUnreadable(() => decodeAs(source, change, limits.pixelsMax))
  const decodeSmall = (source: Source, longSide: number) =>
    decode(source, (image) => within(upright(image), longSide))
  return {
    /** @throws Problem `unreadable_file`, `unsupported_type` */
    readFacts: (bytes: Uint8Array): Promise<ImageFacts> => orUnreadable(() => readFacts(bytes)),

    /** The upright image within a square of `longSide` pixels, as JPEG; never enlarged, decoded at a reduced scale. */
    encodePreview: async (source: Source, longSide: number): Promise<Buffer> => {
      const image = await decodeSmall(source, longSide)
      const preview = await encodeJpeg(image, { quality: 85 })
      discard(image)
      return preview
    },

    /** The upright image within a square of `longSide` pixels. */
    decodeSmall,

    /** The upright image at its own size. */
    decodeWhole: (source: Source): Promise<RgbImage> => decode(source, upright),

    /** The upright image at that size, whatever its proportions. */
    decodeResized: (source: Source, size: Size): Promise<RgbImage> =>
      decode(source, (image) => upright(image).resize({ ...size, fit: 'fill' })),

    /** A region of the image as it is stored, whatever its orientation, after it has been brought to `size`. */
    decodeStored: (
      source: Source,
      { size, region }: { readonly size: Size; readonly region: Region },
    ): Promise<RgbImage> =>
      decode(source, (image) =>
        opaque(image)
          .resize({ ...size, fit: 'fill' })
          .extract({ ...region }),
      ),

    /** How the stored image has to be turned; decoders of other libraries give theirs upright. */
    readOrientation: (source: Source): Promise<Orientation> => orUnreadable(() => readOrientation(source)),

    ...encoders,
  }
}

async function readFacts(bytes: Uint8Array): Promise<ImageFacts> {
  // Limits are checked on the answer, so that a bomb is refused as too large rather than as unreadable.
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
 * The colour space that is left to us: sharp converts every pixel of the file, before it reduces and cuts, and for a
 * preview takes three times as long as for decoding it; for sRGB's own profile as well.
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

/** The image within a square of `longSide` pixels; the very image where it fits already. */
async function shrink<Image extends RgbImage | GrayImage>(image: Image, longSide: number): Promise<Image> {
  if (Math.max(image.width, image.height) <= longSide) return image
  // The triangle takes two thirds of the time of sharper kernels, and leaves no rings around ink.
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

/** Coded by fixed tables: a third of the CPU for files a twentieth larger, which live for a day. */
async function encodeJpeg(image: RgbImage | GrayImage, { quality, dpi = 72 }: JpegOptions): Promise<Buffer> {
  return withDpi(await fromPixels(image).jpeg({ quality, optimiseCoding: false }).toBuffer(), dpi)
}

/** Puts a JFIF header in front, which sharp leaves out: the one place where every program looks for the resolution. */
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
