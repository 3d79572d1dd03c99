/** As what a page can be made. Without a schema, so that the page can show it without carrying a validator. */
type Format = {
  readonly mime: string
  /** Of its file's name, without the dot. */
  readonly extension: string
  /** What it is called on the page. */
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

/** The content type of a file that we made, by its extension; undefined for one that we never make. */
export function mimeOfExtension(extension: string): string | undefined {
  return Object.values(outputFormats).find((format) => format.extension === extension)?.mime
}
