import { Problem } from '@equerre/contract/problems'
import libheif, { type ContextPointer, type HandlePointer } from 'libheif-js/wasm-bundle.js'
import { displayP3, readIccProfile, type ColourProfile } from '../core/colour-profile.ts'
import type { RgbaImage } from './codec.ts'

/** The number of Display P3's primaries in ITU-T H.273. */
const p3Primaries = 12
/** Size of libheif's struct `heif_error`, which its C functions write first. */
const errorBytes = 12

/**
 * Decodes the primary image of a HEIC file, upright as the file asks; sharp's build reads only HEIC headers. The
 * library's own `HeifDecoder` takes the first image instead, and never frees its context.
 * @throws Problem `unreadable_file`; `too_many_pixels` before memory is allocated for the pixels
 */
export function decodeHeic(bytes: Uint8Array, pixelsMax: number): RgbaImage {
  const context = libheif.heif_context_alloc()
  if (!context) throw new Error('libheif could not allocate a context')
  try {
    return decodePrimary(context, bytes, pixelsMax)
  } finally {
    libheif.heif_context_free(context)
  }
}

function decodePrimary(context: ContextPointer, bytes: Uint8Array, pixelsMax: number): RgbaImage {
  const { code, message } = libheif.heif_context_read_from_memory(context, bytes)
  if (code !== libheif.heif_error_code.heif_error_Ok) throw unreadable(message)
  const handle = libheif.heif_js_context_get_primary_image_handle(context)
  if ('code' in handle) throw unreadable(handle.message)
  try {
    const pixels = libheif.heif_image_handle_get_width(handle) * libheif.heif_image_handle_get_height(handle)
    if (pixels > pixelsMax) throw new Problem('too_many_pixels')
    return { ...decodePixels(handle), profile: readProfile(handle) }
  } finally {
    libheif.heif_image_handle_release(handle)
  }
}

function decodePixels(handle: HandlePointer): Omit<RgbaImage, 'profile'> {
  const { heif_colorspace_RGB: rgb } = libheif.heif_colorspace
  const { heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma
  const decoded = libheif.heif_js_decode_image2(handle, rgb, rgba)
  if (!decoded || 'code' in decoded) throw unreadable(decoded?.message ?? 'no image')
  try {
    const [channel] = decoded.channels
    if (!channel) throw unreadable('no channel')
    const { width, height, stride, data } = channel
    return { width, height, rgba: withoutPadding(data, { row: width * 4, stride, height }) }
  } finally {
    libheif.heif_image_release(decoded.image)
  }
}

/** The image's colour space; null where the file names none, or one of an unsupported kind. */
function readProfile(handle: HandlePointer): ColourProfile | null {
  const icc = readIcc(handle)
  if (icc) return readIccProfile(icc)
  return readPrimaries(handle) === p3Primaries ? displayP3 : null
}

function readIcc({ $$: { ptr } }: HandlePointer): Uint8Array | null {
  const bytes = libheif._heif_image_handle_get_raw_color_profile_size(ptr)
  if (bytes === 0) return null
  return withMemory(errorBytes + bytes, (at) => {
    libheif._heif_image_handle_get_raw_color_profile(at, ptr, at + errorBytes)
    return libheif.HEAPU8.slice(at + errorBytes, at + errorBytes + bytes)
  })
}

/** The primaries by their H.273 number, from the file's `nclx` box. */
function readPrimaries({ $$: { ptr } }: HandlePointer): number | null {
  return withMemory(errorBytes + 4, (at) => {
    libheif._heif_image_handle_get_nclx_color_profile(at, ptr, at + errorBytes)
    if (libheif.HEAP32[at / 4] !== 0) return null
    const profile = libheif.HEAPU32[(at + errorBytes) / 4]!
    const primaries = libheif.HEAP32[profile / 4 + 1]!
    libheif._heif_nclx_color_profile_free(profile)
    return primaries
  })
}

function withMemory<Result>(bytes: number, use: (at: number) => Result): Result {
  const at = libheif._malloc(bytes)
  if (at === 0) throw new Error('libheif has no memory')
  try {
    return use(at)
  } finally {
    libheif._free(at)
  }
}

/** Copied, because the library frees its memory; its rows may be padded. */
function withoutPadding(data: Uint8Array, size: { row: number; stride: number; height: number }): Uint8Array {
  const { row, stride, height } = size
  if (stride === row) return data.slice(0, row * height)
  const packed = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) packed.set(data.subarray(y * stride, y * stride + row), y * row)
  return packed
}

function unreadable(reason: string): Problem {
  return Object.assign(new Problem('unreadable_file'), { cause: new Error(reason) })
}
