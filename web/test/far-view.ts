import type { Page } from 'playwright-core'

/** A picture as seen from far away: its size, and its grey levels on a coarse grid. */
export type FarView = { readonly width: number; readonly height: number; readonly levels: readonly number[] }

/** Decodes a picture in the page, turned clockwise by `degrees`. */
export function viewFromFar(page: Page, file: Buffer, degrees: 0 | 180 = 0): Promise<FarView> {
  return page.evaluate(
    async ({ base64, half }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes]))
      const [columns, rows] = [24, 32]
      const canvas = new OffscreenCanvas(columns, rows)
      const context = canvas.getContext('2d')!
      if (half) context.setTransform(-1, 0, 0, -1, columns, rows)
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, columns, rows)
      const { data } = context.getImageData(0, 0, columns, rows)
      const levels = [...data].filter((_, index) => index % 4 === 1)
      return { width: picture.width, height: picture.height, levels }
    },
    { base64: file.toString('base64'), half: degrees === 180 },
  )
}

/** The correlation of two views: 1 for the same picture, about 0 for different ones. */
export function likeness({ levels: one }: FarView, { levels: other }: FarView): number {
  const [a, b] = [centred(one), centred(other)]
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

function centred(levels: readonly number[]): readonly number[] {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length
  return levels.map((level) => level - mean)
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0)
}
