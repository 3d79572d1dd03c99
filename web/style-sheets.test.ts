import { readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import { expect, it } from 'vitest'
import {
  classesOf,
  classTypes,
  classTypesFile,
  composed,
  declarations,
  isModule,
  readSheets,
  sourceFiles,
  type Sheet,
} from './style-sheets.ts'

const classImport = /^import (?:\* as (\w+)|\{(.*)\}) from '.*\/([\w-]+\.module\.css)'/gm
const tokensFile = 'styles/tokens.css'
const colour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)/gi
const namedColour = /(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|yellow|orange)(?![\w-])/g
const duration = /(?<![\w.-])[\d.]+m?s\b/g
const spacing = /^(?:margin|padding|(?:row-|column-)?gap)/
const pixels = /(?<![\w.])[\d.]+px\b/g
const sheets = readSheets()
const sheet = (file: string, text: string): Sheet => ({ file, root: postcss.parse(text) })

/** Classes that no component and no other class uses, as `file: class`. */
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

/** The classes a script uses from the sheets it imports. */
function askedFor(script: string): string[] {
  return [...script.matchAll(classImport)].flatMap(([, alias, names = '', base]) => {
    const asked = alias ? script.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g')) : names.matchAll(/(\w+)/g)
    return [...asked].map(([, name]) => `${base}: ${name}`)
  })
}

/**
 * Values written literally that should be tokens: colours, durations and radii outside the tokens, and any of
 * them, or a spacing, written twice.
 */
function typedValues(all: readonly Sheet[]): string[] {
  const seen = new Set<string>()
  return all.flatMap(({ file, root }) =>
    declarations(root).flatMap(({ prop, value }) => {
      const only = [...matches(value, colour), ...matches(value, namedColour), ...matches(value, duration)]
      if (prop.includes('radius')) only.push(...matches(value, /[\d.]+\w*/g))
      const once = spacing.test(prop) || prop.startsWith('--space') ? matches(value, pixels) : []
      if (file !== tokensFile)
        return [...only, ...again(seen, once)].map((what) => `${file}: ${prop}: ${what}`)
      // `0ms` may repeat: reduced motion sets every duration to it.
      return again(seen, [...only.filter((what) => what !== '0ms'), ...once]).map(
        (what) => `${prop}: ${what}`,
      )
    }),
  )
}

const matches = (value: string, pattern: RegExp) => value.match(pattern) ?? []

function again(seen: Set<string>, values: readonly string[]): string[] {
  return values.filter((value) => seen.size === seen.add(value).size)
}

/** Tokens that no sheet and no script uses. */
function unusedTokens(all: readonly Sheet[], scripts: readonly string[]): string[] {
  const texts = [...all.map(({ root }) => root.toString()), ...scripts].join('\n')
  const tokens = new Set(all.flatMap(({ root }) => declarations(root).map(({ prop }) => prop)))
  return [...tokens].filter(
    (prop) => prop.startsWith('--') && !new RegExp(`var\\(${prop}\\b(?!-)`).test(texts),
  )
}

it('has current class types: npm run class-types', () => {
  expect(readFileSync(classTypesFile, 'utf8')).toBe(classTypes(sheets))
})

it('detects unused classes, and only those', () => {
  const css = '.base {} .main { composes: base } .lone {} .main .inner:hover {}'
  const script = "import * as card from './Card.module.css'\nconst names = [card.main, card.inner]"
  expect(unusedClasses([sheet('jobs/Card.module.css', css)], [script])).toEqual(['Card.module.css: lone'])
})

it('has no unused classes', () => {
  const scripts = sourceFiles('**/*.{ts,tsx}').map(({ text }) => text)
  expect(sheets.length).toBeGreaterThan(60)
  expect(unusedClasses(sheets, scripts)).toEqual([])
})

it('keeps classes beside their component, in uniquely named files, and never global', () => {
  const names = sheets.map(({ file }) => path.basename(file))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(sheets.filter((one) => !isModule(one)).flatMap(classesOf)).toEqual([])
})

it('detects literal values that should be tokens, and only those', () => {
  const tokens = ':root { --white: #fff; --paper: #fff; --space-4: 4px; --fast: 120ms; --other: 120ms }'
  const card =
    'p { color: #123456; margin: 4px 7px; border: 1px solid var(--line); transition: top 3s; border-radius: 2px }'
  const other = 'p { gap: 7px; width: 7px; background: white }'
  expect(typedValues([sheet(tokensFile, tokens), sheet('a.css', card), sheet('b.css', other)])).toEqual([
    '--paper: #fff',
    '--other: 120ms',
    'a.css: color: #123456',
    'a.css: margin: 4px',
    'a.css: transition: 3s',
    'a.css: border-radius: 2px',
    'b.css: gap: 7px',
    'b.css: background: white',
  ])
})

it('writes every colour, duration and radius as a token, and no spacing twice', () => {
  const tokensFirst = sheets.toSorted((a, b) => Number(b.file === tokensFile) - Number(a.file === tokensFile))
  expect(typedValues(tokensFirst)).toEqual([])
})

it('uses every token', () => {
  expect(unusedTokens([sheet('a.css', ':root { --a: 1; --b: 2 } p { top: var(--a) }')], [])).toEqual(['--b'])
  const scripts = sourceFiles('**/*.tsx').map(({ text }) => text)
  expect(unusedTokens(sheets, scripts)).toEqual([])
})
