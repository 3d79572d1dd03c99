/*
 * Runs in a worker: decoding a photo of 20 MB takes longer than the page may stand still.
 */

/** Twice a tile's width, for dense screens. */
const widthPx = 480

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void small(data)
    // What browsers cannot show, such as HEIC.
    .catch(() => null)
    .then((picture) => postMessage(picture))
})

async function small(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}
