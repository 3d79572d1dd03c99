import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from '@equerre/local/tools'

/** An image of others, as `name:tag` and, once pinned, the digest behind it. */
export type ImageReference = {
  readonly file: string
  /** `name:tag` */
  readonly image: string
  readonly digest: string | null
}

const line =
  /^\s*(?:- )?(?:image:|FROM) (?<image>[^\s:@]+(?::\d+\/[^\s:@]+)?:[\w.-]+)(?:@(?<digest>sha256:[\da-f]{64}))?(?= |$)/gm
const unpinnedFile = path.join(cloneFolder, 'infra/docker/unpinned.json')

/** Every image of others that the Dockerfile, the compose file and the manifests name. */
export function readImages(): ImageReference[] {
  return imageFiles().flatMap((file) => imagesIn(file, readFileSync(path.join(cloneFolder, file), 'utf8')))
}

export function imagesIn(file: string, text: string): ImageReference[] {
  return [...text.matchAll(line)].map(({ groups }) => ({
    file,
    image: groups!['image']!,
    digest: groups!['digest'] ?? null,
  }))
}

/** The images that stand without a digest, each with the reason. */
export function readUnpinned(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(unpinnedFile, 'utf8'))
}

/** Writes the digests behind these images' tags everywhere, and takes them off the list of those without. */
export function writeDigests(digests: ReadonlyMap<string, string>): void {
  for (const file of imageFiles()) {
    const at = path.join(cloneFolder, file)
    writeFileSync(at, withDigests(readFileSync(at, 'utf8'), digests))
  }
  const left = Object.entries(readUnpinned()).filter(([image]) => !digests.has(image))
  writeFileSync(unpinnedFile, `${JSON.stringify(Object.fromEntries(left), null, 2)}\n`)
}

export function withDigests(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replaceAll(line, (found: string, image: string) => {
    const digest = digests.get(image)
    return digest === undefined ? found : `${found.split('@')[0]}@${digest}`
  })
}

function imageFiles(): string[] {
  const patterns = ['infra/docker/Dockerfile', 'docker-compose.yml', 'k8s/**/*.yaml']
  const listed = execFileSync('git', ['ls-files', '--', ...patterns], { cwd: cloneFolder, encoding: 'utf8' })
  return listed.split('\n').filter(Boolean)
}
