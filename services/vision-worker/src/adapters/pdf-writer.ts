/** A PDF of one page that a JPEG or PNG fills; the image's bytes are kept as they are. */
export async function writeImagePdf(
  image: { readonly bytes: Uint8Array; readonly format: 'jpeg' | 'png' },
  sizePt: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  // Loaded by the first that needs it: 0.4 s is much for a slot whose start everybody waits for.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  const embedded = image.format === 'jpeg' ? await pdf.embedJpg(image.bytes) : await pdf.embedPng(image.bytes)
  pdf.addPage([sizePt.width, sizePt.height]).drawImage(embedded, { x: 0, y: 0, ...sizePt })
  return pdf.save()
}
