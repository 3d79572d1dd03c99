import { artifactKinds, type ArtifactKind, type DownloadParts } from '@equerre/contract/artifact'
import { mimeOfExtension } from '@equerre/contract/formats'

/** The content type of an artifact, by its extension; the contract's pattern allows no others. */
export function artifactMime(file: string): string {
  return mimeOfExtension(file.slice(file.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
}

/** The step that an artifact belongs to; null for a preview, which belongs to the file. */
export function stepOf(file: string): string | null {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[a-z]+\./.exec(file)?.[1] ?? null
}

/** Whether somebody may have it: what only workers need has no kind, such as the picture that a page is read from. */
export function isHandedOut(file: string): boolean {
  return kindOf(file) !== null
}

/** The parts of a good download name: the original's name, the kind of artifact, and the true extension. */
export function downloadParts(original: string, file: string): DownloadParts {
  const base = original.replace(/\.[^.]{1,5}$/, '') || 'document'
  return { base, kind: kindOf(file), extension: file.slice(file.lastIndexOf('.')) }
}

function kindOf(file: string): ArtifactKind | null {
  return artifactKinds.find((known) => file.includes(known)) ?? null
}
