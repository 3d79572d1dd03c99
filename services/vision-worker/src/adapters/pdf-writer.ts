let loading: ReturnType<typeof load> | undefined

/** The library takes a third of a second to load; in a cell that is over before the first step, for then its disk is gone. */
export function loadPdfWriter() {
  return (loading ??= load())
}

function load() {
  return import('@cantoo/pdf-lib')
}

/** A PDF of one page that a JPEG or PNG fills; the image's bytes are kept as they are. */
export async function writeImagePdf(
  image: { readonly bytes: Uint8Array; readonly format: 'jpeg' | 'png' },
  sizePt: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const { PDFDocument } = await loadPdfWriter()
  const pdf = await PDFDocument.create()
  const embedded = image.format === 'jpeg' ? await pdf.embedJpg(image.bytes) : await pdf.embedPng(image.bytes)
  pdf.addPage([sizePt.width, sizePt.height]).drawImage(embedded, { x: 0, y: 0, ...sizePt })
  return pdf.save()
}
