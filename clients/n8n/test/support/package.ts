import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const client = path.resolve(import.meta.dirname, '../..')
const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
}

/** Builds what is published below `folder`; without n8n's tools, which are large and which `check` uses. */
export function buildPackage(folder: string): string {
  const built = path.join(folder, 'n8n-nodes-equerre')
  mkdirSync(built)
  cpSync(path.join(client, 'package.json'), path.join(built, 'package.json'))
  symlinkSync(path.join(client, 'node_modules'), path.join(built, 'node_modules'))
  for (const file of globSync('{credentials,nodes,icons}/**/*.{ts,json,svg}', { cwd: client })) {
    const [source, target] = [path.join(client, file), path.join(built, 'dist', file)]
    mkdirSync(path.dirname(target), { recursive: true })
    if (file.endsWith('.ts')) writeFileSync(target.replace(/ts$/, 'js'), compiled(source))
    else cpSync(source, target)
  }
  return built
}

function compiled(file: string): string {
  return ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText
}
