/**
 * Lists what an image contains as CycloneDX: `npm run -s sbom -- IMAGE FOLDER >FILE`, where FOLDER has the image's files
 * (`docker export`, or what `npm run replay-images` builds).
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from '@equerre/local/tools'
import { readDockerfile } from './dockerfile.ts'
import { imagesIn } from './images.ts'
import { installedPackages, neededPackages, type NpmPackage } from './packages.ts'

const specVersion = '1.6'

type Component = {
  readonly type: 'library' | 'container' | 'machine-learning-model' | 'platform'
  readonly 'bom-ref': string
  readonly name: string
  readonly version?: string
  readonly group?: string
  readonly purl?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly object[]
  readonly components?: readonly Component[]
}
type Composition = { readonly aggregate: 'complete' | 'incomplete'; readonly assemblies: readonly string[] }

export type Sbom = {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: string
  readonly serialNumber: string
  readonly version: number
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
  readonly compositions: readonly Composition[]
}

/** @param root folder of the image's file system */
export function sbomOf(image: string, root: string): Sbom {
  const app = path.join(root, 'app')
  const installed = installedPackages(path.join(app, 'node_modules/.package-lock.json'))
  const bundled = existsSync(path.join(app, 'web/dist'))
    ? neededPackages(path.join(cloneFolder, 'package-lock.json'), 'web')
    : []
  const all = [...installed, ...bundled]
  // One version may be installed in several folders.
  const packages = [...new Map(all.map((each) => [refOf(each), each])).values()]
  const base = baseImage(root)
  const { version } = JSON.parse(readFileSync(path.join(cloneFolder, 'package.json'), 'utf8'))
  const self = `equerre/${image}@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion,
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { type: 'container', 'bom-ref': self, name: `equerre/${image}`, version },
    },
    components: [base, ...packages.map((each) => packageComponent(each, app)), ...models(app)],
    dependencies: [
      { ref: self, dependsOn: [base['bom-ref'], ...packages.map(refOf)] },
      ...dependenciesOf(all),
    ],
    compositions: [
      // Without a container engine the base image's packages are not there to be read.
      { aggregate: base.components ? 'complete' : 'incomplete', assemblies: [base['bom-ref']] },
      // What compiled packages contain is known as far as they say so.
      { aggregate: 'incomplete', assemblies: [self] },
    ],
  }
}

const refOf = ({ name, version }: Pick<NpmPackage, 'name' | 'version'>) => `${name}@${version}`

function dependenciesOf(packages: readonly NpmPackage[]): Sbom['dependencies'] {
  const byFolder = new Map(packages.map((each) => [each.at, refOf(each)]))
  const needs = new Map<string, Set<string>>()
  for (const each of packages) {
    const refs = each.needs.flatMap((at) => byFolder.get(at) ?? [])
    needs.set(refOf(each), new Set([...(needs.get(refOf(each)) ?? []), ...refs]))
  }
  return [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }))
}

function packageComponent(each: NpmPackage, app: string): Component {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(each.name)!
  const parts = partsOf(each, app)
  return {
    type: 'library',
    'bom-ref': refOf(each),
    ...(group && { group }),
    name: name!,
    version: each.version,
    purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
    ...(each.integrity && { hashes: [hashOf(each.integrity)] }),
    ...(each.license && { licenses: [licenseOf(each.license)] }),
    ...(parts.length > 0 && { components: parts }),
  }
}

function hashOf(integrity: string) {
  const [algorithm = '', base64 = ''] = integrity.split('-')
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  }
}

/** What is no expression of SPDX, such as “SEE LICENSE IN …”, is passed on as a name. */
function licenseOf(license: string): object {
  const isExpression = /^\(?[\w.+-]+( (OR|AND|WITH) [\w.+-]+)*\)?$/.test(license) && license !== 'UNLICENSED'
  return isExpression ? { expression: license } : { license: { name: license } }
}

/** Compiled into packages that do not list it. A version is here only where the package takes its own from it. */
const compiledIn: Readonly<Record<string, (version: string) => Readonly<Record<string, string | null>>>> = {
  '@hyzyla/pdfium': () => ({ pdfium: null }),
  '@techstark/opencv-js': (version) => ({ opencv: version.split('-')[0]! }),
  'libheif-js': (version) => ({ libheif: version, libde265: null }),
  'onnxruntime-node': (version) => ({ onnxruntime: version }),
}

function partsOf({ at, name, version }: NpmPackage, app: string): Component[] {
  // Sharp's libraries say what they were built from.
  const listed = path.join(app, at, 'versions.json')
  const isListed = name.startsWith('@img/sharp-libvips-') && existsSync(listed)
  const parts: Readonly<Record<string, string | null>> = isListed
    ? JSON.parse(readFileSync(listed, 'utf8'))
    : (compiledIn[name]?.(version) ?? {})
  return Object.entries(parts).map(([part, partVersion]) => ({
    type: 'library',
    'bom-ref': `${name}@${version}/${part}`,
    name: part,
    ...(partVersion !== null && { version: partVersion, purl: `pkg:generic/${part}@${partVersion}` }),
  }))
}

/** The weights of the networks, our own and those of others. */
function models(app: string): Component[] {
  return globSync('services/*/models/**/*.onnx', { cwd: app }).map((file) => {
    const content = createHash('sha256')
      .update(readFileSync(path.join(app, file)))
      .digest('hex')
    const name = path.basename(file)
    return {
      type: 'machine-learning-model',
      'bom-ref': `${name}@${content.slice(0, 12)}`,
      name,
      version: content.slice(0, 12),
      hashes: [{ alg: 'SHA-256', content }],
      ...(name.startsWith('PP-OCR') && { licenses: [licenseOf('Apache-2.0')] }),
    }
  })
}

/** The image that ours are built on, with Node and Debian's packages where they are there. */
function baseImage(root: string): Component {
  const [found] = imagesIn(
    'Dockerfile',
    `FROM ${readDockerfile().find(({ name }) => name === 'runtime')!.base}`,
  )
  const { image, digest } = found!
  const [name = '', tag = ''] = image.split(':')
  const header = path.join(root, 'usr/local/include/node/node_version.h')
  const status = path.join(root, 'var/lib/dpkg/status')
  const components = [
    ...(existsSync(header) ? [nodeComponent(readFileSync(header, 'utf8'))] : []),
    ...(existsSync(status) ? debianPackages(readFileSync(status, 'utf8')) : []),
  ]
  return {
    type: 'container',
    'bom-ref': digest ? `${image}@${digest}` : image,
    name,
    version: digest ?? tag,
    purl: digest
      ? `pkg:docker/${name}@${digest.replace(':', '%3A')}?tag=${tag}`
      : `pkg:docker/${name}@${tag}`,
    ...(components.length > 0 && { components }),
  }
}

function nodeComponent(header: string): Component {
  const parts = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
  )
  const version = parts.join('.')
  return {
    type: 'platform',
    'bom-ref': `node@${version}`,
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
  }
}

function debianPackages(status: string): Component[] {
  return status.split('\n\n').flatMap((paragraph): Component[] => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1]
    const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field)
    if (!name || !version || field('Status') !== 'install ok installed') return []
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`
    return [{ type: 'library', 'bom-ref': purl, name, version, purl }]
  })
}

if (import.meta.main) {
  const [image, root] = process.argv.slice(2)
  if (!image || !root)
    throw new Error('say which image and where its files are: npm run sbom -- IMAGE FOLDER')
  console.log(JSON.stringify(sbomOf(image, path.resolve(root)), null, 2))
}
