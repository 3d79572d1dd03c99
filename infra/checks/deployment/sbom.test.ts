import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'
import { sbomOf, type Sbom } from './sbom.ts'

/** Compiling the schema takes a second of CPU, much longer on a busy machine. */
const patienceMs = 120_000
const status = `Package: libc6
Status: install ok installed
Architecture: amd64
Version: 2.41-12

Package: gone
Status: deinstall ok config-files
Architecture: amd64
Version: 1:2-3
`

// The clone's own files stand for the image's.
const root = mkdtempSync(path.join(tmpdir(), 'equerre-sbom-'))
let sbom: Sbom
beforeAll(() => {
  symlinkSync(cloneFolder, path.join(root, 'app'))
  mkdirSync(path.join(root, 'var/lib/dpkg'), { recursive: true })
  writeFileSync(path.join(root, 'var/lib/dpkg/status'), status)
  sbom = sbomOf('vision-worker', root)
})
afterAll(() => rmSync(root, { recursive: true }))

const find = (name: string) => sbom.components.find((each) => each.name === name)
const complaintsAbout = async (json: object) => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  return validator.validate(JSON.stringify(json))
}

it('is CycloneDX, as CycloneDX’s own validator reads it', { timeout: patienceMs }, async () => {
  expect(await complaintsAbout(sbom)).toBeNull()
  expect(await complaintsAbout({ ...sbom, components: [{ type: 'libary', name: 'x' }] })).not.toBeNull()
})

it('names every installed package once, with its checksum, even if another workspace only develops with it', () => {
  for (const name of ['sharp', 'zod', 'pg', 'bullmq', 'stripe']) {
    const { version } = JSON.parse(
      readFileSync(path.join(cloneFolder, 'node_modules', name, 'package.json'), 'utf8'),
    )
    expect(find(name), name).toMatchObject({ version, hashes: [{ alg: 'SHA-512' }] })
  }
  const refs = sbom.components.map((each) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const sharp = sbom.dependencies.find(({ ref }) => ref.startsWith('sharp@'))
  expect(sharp?.dependsOn.some((ref) => ref.startsWith('detect-libc@'))).toBe(true)
})

it('names what is compiled into packages, and the weights of the networks', () => {
  const libvips = sbom.components.find(({ name }) => name.startsWith('sharp-libvips-linux'))
  expect(libvips?.components?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['vips', 'tiff', 'webp']),
  )
  expect(find('pdfium')?.components).toMatchObject([{ name: 'pdfium' }])
  const hash = readFileSync(
    path.join(cloneFolder, 'services/vision-worker/models/corner-finder.sha256'),
    'utf8',
  )
  expect(find('corner-finder.onnx')).toMatchObject({
    type: 'machine-learning-model',
    hashes: [{ alg: 'SHA-256', content: hash.split(' ')[0] }],
  })
  // Of others; a clone may lack them, an image never does.
  for (const file of globSync('services/vision-worker/models/text/*.onnx', { cwd: cloneFolder }))
    expect(find(path.basename(file)), file).toMatchObject({ licenses: [{ expression: 'Apache-2.0' }] })
})

it('names the base image’s packages, and says so where they are not there to be read', () => {
  const base = find('node')!
  expect(base.components?.map(({ purl }) => purl)).toEqual(['pkg:deb/debian/libc6@2.41-12?arch=amd64'])
  expect(sbom.compositions).toContainEqual({ aggregate: 'complete', assemblies: [base['bom-ref']] })
  rmSync(path.join(root, 'var'), { recursive: true })
  expect(sbomOf('gateway', root).compositions).toContainEqual({
    aggregate: 'incomplete',
    assemblies: [base['bom-ref']],
  })
})
