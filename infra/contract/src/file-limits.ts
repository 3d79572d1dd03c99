/** One limit: its environment variable, its default, its unit, and what it says to a French reader. */
export type Definition = {
  readonly variable: string
  readonly value: number
  readonly unit: string
  readonly label: string
}

/** What a file may be, and the page that is made of it. */
export const fileLimits = {
  imageBytesMax: {
    variable: 'IMAGE_BYTES_MAX',
    value: 25_000_000,
    unit: 'octets',
    label: 'Taille d’une image',
  },
  pdfBytesMax: { variable: 'PDF_BYTES_MAX', value: 100_000_000, unit: 'octets', label: 'Taille d’un PDF' },
  batchFilesMax: {
    variable: 'BATCH_FILES_MAX',
    value: 200,
    unit: 'fichiers',
    label: 'Fichiers par lot dans la page',
  },
  pixelsMax: { variable: 'PIXELS_MAX', value: 100_000_000, unit: 'pixels', label: 'Pixels d’une image' },
  interlacedPixelsMax: {
    variable: 'INTERLACED_PIXELS_MAX',
    value: 50_000_000,
    unit: 'pixels',
    label: 'Pixels d’une image progressive, entrelacée, WebP, HEIC ou GIF',
  },
  avifPixelsMax: {
    variable: 'AVIF_PIXELS_MAX',
    value: 40_000_000,
    unit: 'pixels',
    label: 'Pixels d’une image AVIF',
  },
  imageSideMin: {
    variable: 'IMAGE_SIDE_MIN',
    value: 32,
    unit: 'pixels',
    label: 'Plus petit côté d’une image',
  },
  imageSideMax: {
    variable: 'IMAGE_SIDE_MAX',
    value: 30_000,
    unit: 'pixels',
    label: 'Plus grand côté d’une image',
  },
  imageAspectMax: {
    variable: 'IMAGE_ASPECT_MAX',
    value: 50,
    unit: 'fois',
    label: 'Grand côté d’une image, rapporté au petit',
  },
  tiffImagesMax: {
    variable: 'TIFF_IMAGES_MAX',
    value: 1_000,
    unit: 'images',
    label: 'Images d’un fichier TIFF, dont la première est lue',
  },
  jpeg2000PixelsMax: {
    variable: 'JPEG2000_PIXELS_MAX',
    value: 40_000_000,
    unit: 'pixels',
    label: 'Pixels d’une image JPEG 2000 dans un PDF',
  },
  pagesMax: { variable: 'PAGES_MAX', value: 100, unit: 'pages', label: 'Pages d’un PDF' },
  pageSidePtMax: {
    variable: 'PAGE_SIDE_PT_MAX',
    value: 14_400,
    unit: 'points',
    label: 'Côté d’une page de PDF',
  },
  dpiMin: { variable: 'DPI_MIN', value: 72, unit: 'dpi', label: 'Résolution la plus basse' },
  dpiMax: { variable: 'DPI_MAX', value: 600, unit: 'dpi', label: 'Résolution la plus haute' },
  outputPixelsMax: {
    variable: 'OUTPUT_PIXELS_MAX',
    value: 40_000_000,
    unit: 'pixels',
    label: 'Pixels d’une image recadrée',
  },
} as const satisfies Record<string, Definition>
