import { describe, expect, it } from 'vitest'
import { artifactMime, downloadName, stepOf } from './artifact.ts'

describe('artifacts', () => {
  it('are typed by their extension', () => {
    expect(artifactMime('preview.jpg')).toBe('image/jpeg')
    expect(artifactMime('x-mask.png')).toBe('image/png')
    expect(artifactMime('x-warped.pdf')).toBe('application/pdf')
  })

  it('belong to the step in their name, previews to none', () => {
    const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    expect(stepOf(`${id}-warped.png`)).toBe(id)
    expect(stepOf(`${id}-thumb.webp`)).toBe(id)
    expect(stepOf('preview-2.jpg')).toBeNull()
    expect(stepOf(`${'-'.repeat(36)}-viz.jpg`)).toBeNull()
  })

  it('are downloaded under the original’s name with what they are', () => {
    const id = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    expect(downloadName('facture.jpg', `${id}-warped.png`)).toBe('facture_equerre.png')
    expect(downloadName('facture.v2.pdf', `${id}-viz.jpg`)).toBe('facture.v2_zone.jpg')
    expect(downloadName('facture.jpg', `${id}-screen.webp`)).toBe('facture_ecran.webp')
    expect(downloadName('facture.jpg', `${id}-thumb.webp`)).toBe('facture_vignette.webp')
    expect(downloadName('sans extension', 'preview-2.jpg')).toBe('sans extension_apercu.jpg')
    expect(downloadName('.jpg', `${id}-mask.png`)).toBe('document_masque.png')
  })
})
