import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import { expect, it } from 'vitest'
import {
  classesOf,
  classTypes,
  classTypesFile,
  composed,
  isModule,
  readSheets,
  sourceFiles,
  type Sheet,
} from './style-sheets.ts'

const classImport = /^import (?:\* as (\w+)|\{(.*)\}) from '.*\/([\w-]+\.module\.css)'/gm
const sheets = readSheets()
const sheet = (file: string, text: string): Sheet => ({ file, root: postcss.parse(text) })

/** Classes that neither a component nor another class asks for, as `file: class`. */
function unusedClasses(all: readonly Sheet[], scripts: readonly string[]): string[] {
  const asked = new Set(scripts.flatMap(askedFor))
  return all.filter(isModule).flatMap((one) => {
    const base = path.basename(one.file)
    const composing = composed(one)
    return classesOf(one)
      .filter((name) => !composing.includes(name) && !asked.has(`${base}: ${name}`))
      .map((name) => `${base}: ${name}`)
  })
}

/** What a script asks of the sheets that it imports. */
function askedFor(script: string): string[] {
  return [...script.matchAll(classImport)].flatMap(([, alias, names = '', base]) => {
    const asked = alias ? script.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g')) : names.matchAll(/(\w+)/g)
    return [...asked].map(([, name]) => `${base}: ${name}`)
  })
}

it('tells the compiler of the classes that there are: npm run class-types', () => {
  expect(readFileSync(classTypesFile, 'utf8')).toBe(classTypes(sheets))
})

it('finds a class that nobody asks for, and only that', () => {
  const css = '.base {} .main { composes: base } .lone {} .main .inner:hover {}'
  const script = "import * as card from './Card.module.css'\nconst names = [card.main, card.inner]"
  expect(unusedClasses([sheet('jobs/Card.module.css', css)], [script])).toEqual(['Card.module.css: lone'])
})

it('styles nothing that no component asks for', () => {
  const scripts = sourceFiles('**/*.{ts,tsx}').map(({ text }) => text)
  expect(sheets.length).toBeGreaterThan(60)
  expect(unusedClasses(sheets, scripts)).toEqual([])
})

it('says whose a class is: beside its component, in a file of another name than all others, and never for the whole page', () => {
  const names = sheets.map(({ file }) => path.basename(file))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(sheets.filter((one) => !isModule(one)).flatMap(classesOf)).toEqual([])
})
