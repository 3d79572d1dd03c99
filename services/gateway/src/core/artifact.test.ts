import { describe, expect, it } from 'vitest'
import { artifactMime, downloadParts, stepOf } from './artifact.ts'

describe('artifacts', () => {
  it('are typed by their extension', () => {
    expect(artifactMime('preview.jpg')).toBe('image/jpeg')
    expect(artifactMime('x-mask.png')).toBe('image/png')
    expect(artifactMime('x-warped.pdf')).toBe('application/pdf')
  })

  it('belong to the step in their name, and previews to none', () => {
    const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    expect(stepOf(`${id}-warped.png`)).toBe(id)
    expect(stepOf(`${id}-thumb.webp`)).toBe(id)
    expect(stepOf('preview-2.jpg')).toBeNull()
    expect(stepOf(`${'-'.repeat(36)}-viz.jpg`)).toBeNull()
  })

  it('are downloaded under the original’s name and their kind', () => {
    const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    expect(downloadParts('facture.v2.pdf', `${id}-viz.jpg`)).toEqual({
      base: 'facture.v2',
      kind: 'viz',
      extension: '.jpg',
    })
    expect(downloadParts('sans extension', 'preview-2.jpg')).toEqual({
      base: 'sans extension',
      kind: 'preview',
      extension: '.jpg',
    })
    expect(downloadParts('.jpg', `${id}-thumb.webp`)).toEqual({
      base: 'document',
      kind: 'thumb',
      extension: '.webp',
    })
  })
})
