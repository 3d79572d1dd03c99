/** One limit: its environment variable, its default, its unit. */
export type Definition = {
  readonly variable: string
  readonly value: number
  readonly unit: string
}

/** Limits on uploaded files and on the pages made from them. */
export const fileLimits = {
  imageBytesMax: {
    variable: 'IMAGE_BYTES_MAX',
    value: 25_000_000,
    unit: 'bytes',
  },
  pdfBytesMax: { variable: 'PDF_BYTES_MAX', value: 100_000_000, unit: 'bytes' },
  batchFilesMax: {
    variable: 'BATCH_FILES_MAX',
    value: 200,
    unit: 'files',
  },
  pixelsMax: { variable: 'PIXELS_MAX', value: 100_000_000, unit: 'pixels' },
  interlacedPixelsMax: {
    variable: 'INTERLACED_PIXELS_MAX',
    value: 50_000_000,
    unit: 'pixels',
  },
  avifPixelsMax: {
    variable: 'AVIF_PIXELS_MAX',
    value: 40_000_000,
    unit: 'pixels',
  },
  imageSideMin: {
    variable: 'IMAGE_SIDE_MIN',
    value: 32,
    unit: 'pixels',
  },
  imageSideMax: {
    variable: 'IMAGE_SIDE_MAX',
    value: 30_000,
    unit: 'pixels',
  },
  imageAspectMax: {
    variable: 'IMAGE_ASPECT_MAX',
    value: 50,
    unit: 'times',
  },
  tiffImagesMax: {
    variable: 'TIFF_IMAGES_MAX',
    value: 1_000,
    unit: 'images',
  },
  jpeg2000PixelsMax: {
    variable: 'JPEG2000_PIXELS_MAX',
    value: 40_000_000,
    unit: 'pixels',
  },
  pdfPasswordBytesMax: { variable: 'PDF_PASSWORD_BYTES_MAX', value: 127, unit: 'bytes' },
  pagesMax: { variable: 'PAGES_MAX', value: 100, unit: 'pages' },
  pageSidePtMax: {
    variable: 'PAGE_SIDE_PT_MAX',
    value: 14_400,
    unit: 'points',
  },
  dpiMin: { variable: 'DPI_MIN', value: 72, unit: 'dpi' },
  dpiMax: { variable: 'DPI_MAX', value: 600, unit: 'dpi' },
  outputPixelsMax: {
    variable: 'OUTPUT_PIXELS_MAX',
    value: 40_000_000,
    unit: 'pixels',
  },
} as const satisfies Record<string, Definition>
