/** An output format. Not a zod schema, so that the page can list formats without bundling a validator. */
type Format = {
  readonly mime: string
  /** File name extension, without the dot. */
  readonly extension: string
  /** The page’s name for it. */
  readonly label: string
}

export const outputFormats = {
  png: { mime: 'image/png', extension: 'png', label: 'PNG' },
  jpeg: { mime: 'image/jpeg', extension: 'jpg', label: 'JPEG' },
  webp: { mime: 'image/webp', extension: 'webp', label: 'WebP' },
  pdf: { mime: 'application/pdf', extension: 'pdf', label: 'PDF' },
} as const satisfies Readonly<Record<string, Format>>
export type OutputFormat = keyof typeof outputFormats

export const formatNames = Object.keys(outputFormats) as OutputFormat[]
export const formatMimes: readonly string[] = Object.values(outputFormats).map(({ mime }) => mime)
export const formatExtensions: readonly string[] = Object.values(outputFormats).map(
  ({ extension }) => extension,
)

/** What was read on a page. */
export const textFormats = {
  json: { mime: 'application/json', extension: 'json' },
  txt: { mime: 'text/plain; charset=utf-8', extension: 'txt' },
} as const

/**
 * The content type of a file that we made, by its extension; undefined for an extension that we never write.
 */
export function mimeOfExtension(extension: string): string | undefined {
  return [...Object.values(outputFormats), ...Object.values(textFormats)].find(
    (format) => format.extension === extension,
  )?.mime
}
