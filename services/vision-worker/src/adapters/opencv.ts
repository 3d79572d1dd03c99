import type { Point } from '@equerre/geometry/point'
import type opencvModule from '@techstark/opencv-js'
import { constants } from 'node:fs'
import { createRequire } from 'node:module'
import type { Operators } from '../core/detect/operators.ts'
import type { GrayImage } from '../core/pixels.ts'

const require = createRequire(import.meta.url)

type OpenCv = typeof opencvModule
type Mat = InstanceType<OpenCv['Mat']>

/**
 * For where native/operators.cc was not compiled. Loads the WebAssembly module, once per thread, which takes about half a second; its
 * operators run synchronously.
 */
export async function loadOpenCv(): Promise<Operators> {
  const { cv } = await moduleReady()
  return {
    blur: (image, sizePx) =>
      filtered(cv, image, (from, to) => cv.GaussianBlur(from, to, new cv.Size(sizePx, sizePx), 0)),
    edges: (image, { low, high }) =>
      filtered(cv, image, (from, to) => cv.Canny(from, to, low, high, 3, false)),
    close: (image, sizePx) => closed(cv, image, sizePx),
    outlines: (mask, lengthMin) => outlinesOf(cv, mask, lengthMin),
  }
}

/** The module calls `process.binding` for file system constants, which Node's permission model always denies. */
function withConstants<Result>(load: () => Result): Result {
  const own = Object.getOwnPropertyDescriptor(process, 'binding')!
  Object.defineProperty(process, 'binding', { ...own, value: () => constants })
  try {
    return load()
  } finally {
    Object.defineProperty(process, 'binding', own)
  }
}

/**
 * The module is a thenable that resolves to itself, so returned bare it would be awaited for ever. Imported as a namespace
 * it would be too, hence `require`.
 */
function moduleReady(): Promise<{ cv: OpenCv }> {
  const thenable = withConstants(
    () => require('@techstark/opencv-js') as { then: (done: (cv: OpenCv) => void) => void },
  )
  return new Promise((resolve) => thenable.then((cv) => resolve({ cv })))
}

function filtered(cv: OpenCv, image: GrayImage, filter: (from: Mat, to: Mat) => void): GrayImage {
  const from = matOf(cv, image, cv.CV_8UC1)
  const to = new cv.Mat()
  try {
    filter(from, to)
    return { width: image.width, height: image.height, data: new Uint8Array(to.data) }
  } finally {
    from.delete()
    to.delete()
  }
}

function closed(cv: OpenCv, image: GrayImage, sizePx: number): GrayImage {
  const element = cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(sizePx, sizePx))
  try {
    return filtered(cv, image, (from, to) => cv.morphologyEx(from, to, cv.MORPH_CLOSE, element))
  } finally {
    element.delete()
  }
}

function outlinesOf(cv: OpenCv, mask: GrayImage, lengthMin: number): Point[][] {
  const from = matOf(cv, mask, cv.CV_8UC1)
  const found = new cv.MatVector()
  const hierarchy = new cv.Mat()
  try {
    cv.findContours(from, found, hierarchy, cv.RETR_LIST, cv.CHAIN_APPROX_SIMPLE)
    return Array.from({ length: found.size() }, (_, i) => longContour(cv, found.get(i), lengthMin)).filter(
      (contour) => contour.length >= 4,
    )
  } finally {
    from.delete()
    found.delete()
    hierarchy.delete()
  }
}

/** The contour's points at pixel centres, or none when it is too short. */
function longContour(cv: OpenCv, contour: Mat, lengthMin: number): Point[] {
  try {
    if (cv.arcLength(contour, true) < lengthMin) return []
    const at = contour.data32S
    return Array.from({ length: contour.rows }, (_, i): Point => [at[i * 2]! + 0.5, at[i * 2 + 1]! + 0.5])
  } finally {
    contour.delete()
  }
}

function matOf(cv: OpenCv, { width, height, data }: GrayImage, type: number): Mat {
  const mat = new cv.Mat(height, width, type)
  mat.data.set(data)
  return mat
}
