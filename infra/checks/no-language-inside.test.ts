import { cloneFolder } from '@equerre/local/tools'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

// The inner code has codes and parameters only; texts for people are in `infra/words` and `web/src/words`
// (decision 52).

const inside = ['infra/contract/src', 'services/*/src/{core,flow,store,adapters}']
/** What the reader knows of French letters is no text for people. */
const ofReading = 'services/vision-worker/src/core/read/french.ts'
const product = 'Équerre'
const letters = /[àâæçéèêëîïôœùûü«»]/i
const functionWords =
  /\b(?:au|aux|avec|ce|ces|cette|dans|des|du|elle|en|est|et|il|la|le|les|leur|mais|ne|nos|notre|nous|ou|par|pas|pour|que|qui|sa|sans|ses|son|sont|sur|un|une|vos|votre|vous)\b/gi

/** A French sentence is recognised by its accents and guillemets, or by two function words. */
function isFrench(text: string): boolean {
  // A file's magic bytes are not a sentence.
  if (text.includes('\0')) return false
  return letters.test(text.replaceAll(product, '')) || (text.match(functionWords) ?? []).length > 1
}

function textsIn(source: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest))
  return texts
}

it('tells a French sentence from a name, a number and an English one', () => {
  const french = ['Ce fichier est vide.', 'Fichier refusé', '« Envoi »', 'Vous pouvez le renvoyer']
  expect(french.filter((text) => !isFrench(text))).toEqual([])
  const others = [
    'page_missing',
    'a refund waits for the reconciler',
    'steps_waiting',
    'on the pages of a file',
  ]
  expect(others.filter(isFrench)).toEqual([])
  expect(textsIn("const a = 'b' + `c ${a} d`").filter((text) => text !== '')).toEqual(['b', 'c ', ' d'])
})

it('contract, core, flow, store and adapters contain no French', () => {
  const files = globSync(
    inside.map((folder) => `${folder}/**/*.ts`),
    { cwd: cloneFolder, exclude: (name) => name.endsWith('.test.ts') },
  )
  expect(files.length).toBeGreaterThan(200)
  const found = files
    .filter((file) => file !== ofReading)
    .flatMap((file) =>
      textsIn(readFileSync(path.join(cloneFolder, file), 'utf8'))
        .filter((text) => isFrench(text))
        .map((text) => `${file}: ${text}`),
    )
  expect(found).toEqual([])
})
