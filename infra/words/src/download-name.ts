import type { ArtifactKind, DownloadParts } from '@equerre/contract/artifact'
import type { Language } from '@equerre/contract/language'

const suffixes: { readonly [L in Language]: { readonly [Kind in ArtifactKind]: string } } = {
  fr: {
    viz: 'zone',
    mask: 'masque',
    warped: 'equerre',
    searchable: 'equerre',
    assembled: 'dossier',
    text: 'texte',
    screen: 'ecran',
    thumb: 'vignette',
    preview: 'apercu',
  },
  en: {
    viz: 'zone',
    mask: 'mask',
    warped: 'equerre',
    searchable: 'equerre',
    assembled: 'dossier',
    text: 'text',
    screen: 'screen',
    thumb: 'thumbnail',
    preview: 'preview',
  },
}

export function downloadName({ base, kind, extension }: DownloadParts, language: Language): string {
  return kind === null ? base + extension : `${base}_${suffixes[language][kind]}${extension}`
}
