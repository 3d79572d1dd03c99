import { cloneFolder, findTools } from '@equerre/local/tools'
import { installClient } from '@equerre/testkit/npm-package'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  chainSamples,
  oneShotSamples,
  uploadSample,
  type Language,
} from '../src/account/samples/code-samples.ts'
import { accountWords } from '../src/words/en/account.ts'
import { runFlow } from '../test/n8n.ts'

const { php, python } = findTools()
/** As if it were installed. */
const pythonClient = path.join(cloneFolder, 'clients/python/src')
type Program = Exclude<Language, 'n8n'>
const programs: Readonly<Record<Program, { command: string | null; file: string }>> = {
  curl: { command: '/bin/bash', file: 'essai.sh' },
  Python: { command: python, file: 'essai.py' },
  JavaScript: { command: process.execPath, file: 'essai.mjs' },
  PHP: { command: php, file: 'essai.php' },
}
/** The texts in which the English programs differ from the French ones. */
const english = accountWords.api.samples
const pngMark = '89504e470d0a1a0a'

/** Each program runs in a folder of its own with a photo, as it would for a reader. */
describe('the examples of the API page', () => {
  let product: Product
  let folder: string
  let CLE: string
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'equerre-exemples-'))
    ;[product] = await Promise.all([startProduct(), installClient('typescript', '@equerre/client', folder)])
    const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
    for (const name of ['facture.jpg', english.photo]) writeFileSync(path.join(folder, name), jpeg)
    const reader = await signIn(product.url, { person: 'new', email: 'lectrice@exemple.test' })
    CLE = (await reader.ask<{ test_api_key: string }>('/api/api-key/me')).body.test_api_key
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await product.stop()
  })

  async function run(language: Program, code: string, cwd = folder): Promise<string> {
    const { command, file } = programs[language]
    writeFileSync(path.join(cwd, file), code)
    const env = { CLE, [english.key]: CLE, PYTHONPATH: pythonClient, PYTHONDONTWRITEBYTECODE: '1' }
    const options = { cwd, env }
    return (await promisify(execFile)(command!, [file], options)).stdout
  }

  test('A-05: the upload returns an ingestion', async () => {
    const answer = await run('curl', uploadSample(product.url))
    expect(JSON.parse(answer)).toMatchObject({ status: 'OK', mime: 'image/jpeg' })
  })

  const ways = (Object.keys(programs) as Program[]).flatMap((language) => [
    [language, 'three calls'] as const,
    [language, 'one shot'] as const,
  ])

  test.for(ways)('G52: %s, %s, makes the straightened picture', async ([language, way], { skip }) => {
    skip(programs[language].command === null, `there is no ${language} on this machine`)
    const samples = way === 'one shot' ? oneShotSamples : chainSamples
    const made = path.join(folder, 'facture_recadree.png')
    rmSync(made, { force: true })
    await run(language, samples[language](product.url))
    expect(readFileSync(made).subarray(0, 8).toString('hex')).toBe(pngMark)
  })

  // Every three-call program; of the single-call ones, only curl's prints texts.
  test.for([...ways.filter(([, way]) => way === 'three calls'), ['curl', 'one shot'] as const])(
    'G52: %s, %s, makes it in English too',
    async ([language, way], { skip }) => {
      skip(programs[language].command === null, `there is no ${language} on this machine`)
      const samples = way === 'one shot' ? oneShotSamples : chainSamples
      const made = path.join(folder, english.result)
      rmSync(made, { force: true })
      await run(language, samples[language](product.url, english))
      expect(readFileSync(made).subarray(0, 8).toString('hex')).toBe(pngMark)
    },
  )

  test.for(ways)('G52: %s, %s, says in French why there is no picture', async ([language, way], { skip }) => {
    skip(programs[language].command === null, `there is no ${language} on this machine`)
    const samples = way === 'one shot' ? oneShotSamples : chainSamples
    const failing = async (name: string, bytes: Uint8Array) => {
      const cwd = path.join(folder, name)
      mkdirSync(cwd, { recursive: true })
      writeFileSync(path.join(cwd, 'facture.jpg'), bytes)
      const ended = await run(language, samples[language](product.url), cwd).catch((error: unknown) => error)
      const { stdout, stderr } = ended as { stdout: string; stderr: string }
      expect(readdirSync(cwd)).not.toContain('facture_recadree.png')
      return stdout + stderr
    }
    const { jpeg } = await photographNothing({
      seed: 5,
      things: 0,
      background: 'wood',
      width: 800,
      height: 600,
    })
    for (const [name, bytes, reason] of [
      ['vide', jpeg, 'Aucun document trouvé sur cette image'],
      ['texte', Buffer.from('bonjour'), 'Ce fichier n’est ni une image ni un PDF'],
    ] as const) {
      const said = await failing(name, bytes)
      expect(said).toContain(reason)
      expect(said).not.toMatch(/TypeError|Traceback|Warning/)
    }
  })

  test.for([
    ['three calls', chainSamples.n8n, undefined],
    ['three calls in English', chainSamples.n8n, english],
    ['one shot', oneShotSamples.n8n, undefined],
  ] as const)('G52: the flow for n8n, %s, makes the straightened picture', async ([, flow, words]) => {
    const bytes = readFileSync(path.join(folder, 'facture.jpg'))
    const data = new File([bytes], 'facture.jpg', { type: 'image/jpeg' })
    const { binary } = await runFlow(flow(product.url, words), { json: {}, binary: { data } }, CLE)
    expect(
      Buffer.from(await binary!['data']!.arrayBuffer())
        .subarray(0, 8)
        .toString('hex'),
    ).toBe(pngMark)
  })
})
