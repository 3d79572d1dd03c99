import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { findGoTool, findOnPath } from '@equerre/local/go-tools'
import { cloneFolder } from '@equerre/local/tools'

/** The fields that every Kubernetes object has; others are read where the kind is known. */
export type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
}

type Renderer = readonly [command: string, ...parameters: string[]]

/** A program that renders overlays: `kustomize` or `kubectl` on PATH, else kustomize built once with Go. */
export function findKustomize(): Renderer | null {
  const kubectl = findOnPath('kubectl')
  if (kubectl && !findOnPath('kustomize')) return [kubectl, 'kustomize']
  const built = findGoTool('kustomize', 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1')
  return built === null ? null : [built, 'build']
}

/** Every object of `k8s/overlays/<overlay>`, as it would be sent to a cluster. */
export function renderOverlay([command, ...parameters]: Renderer, overlay: string): Manifest[] {
  const folder = path.join(cloneFolder, 'k8s/overlays', overlay)
  const text = execFileSync(command, [...parameters, folder], { encoding: 'utf8' })
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

/**
 * Errors of the objects against the schemas of Kubernetes and KEDA, unknown fields included. The schemas
 * accept unknown fields, but the types that come with them do not: so each object is also compiled as a
 * literal.
 */
export async function complaintsOf(manifests: readonly Manifest[]): Promise<string[]> {
  const bySchema = await Promise.all(manifests.map(complaintOf))
  return [...bySchema.flat(), ...typeComplaints(manifests)]
}

async function complaintOf(manifest: Manifest): Promise<string[]> {
  const models = await import(modelPath(manifest))
  const model = new models[manifest.kind](manifest)
  try {
    model.validate()
    return []
  } catch (error) {
    return [`${nameOf(manifest)}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** KEDA's models are a separate package; the core group has no name before its version. */
function modelPath({ apiVersion, kind }: Manifest): string {
  const home = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'
  return `${home}/${apiVersion}/${kind}`
}

function typeComplaints(manifests: readonly Manifest[]): string[] {
  const scratch = path.join(cloneFolder, '.out')
  mkdirSync(scratch, { recursive: true })
  // Inside the clone, so that the compiler finds the packages.
  const folder = mkdtempSync(path.join(scratch, 'manifests-'))
  try {
    const literals = manifests.map(
      (manifest, index) =>
        `import type { I${manifest.kind} as T${index} } from '${modelPath(manifest)}'\n` +
        `// ${nameOf(manifest)}\nexport const m${index}: T${index} = ${JSON.stringify(manifest)}\n`,
    )
    const file = path.join(folder, 'manifests.ts')
    writeFileSync(file, literals.join(''))
    const tsc = path.join(cloneFolder, 'node_modules/.bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--ignoreConfig']
    const modules = ['--module', 'NodeNext', '--moduleResolution', 'NodeNext', '--target', 'ES2023']
    const { status, stdout } = spawnSync(tsc, [...options, ...modules, file], { encoding: 'utf8' })
    return status === 0 ? [] : named(stdout, readFileSync(file, 'utf8').split('\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Adds which object the compiler means: its name is on the line before the literal. */
function named(output: string, lines: readonly string[]): string[] {
  return output
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => {
      const [, at] = /\((\d+),\d+\): error/.exec(line) ?? []
      return `${lines[Number(at) - 2]?.replace('// ', '') ?? 'manifests'}: ${line.replace(/^.*error /, '')}`
    })
}

function nameOf({ kind, metadata: { name } }: Manifest): string {
  return `${kind} ${name}`
}
