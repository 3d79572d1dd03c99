import type { ApiKeys } from '@equerre/contract/identity'
import { installClient } from '@equerre/testkit/npm-package'
import { digitalPdf, photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* The packed command, as somebody runs it, against the service itself. */

let product: Product
let root: string
let command: string
let photos: readonly Buffer[]
let receipt: Paperwork
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'equerre-cli-'))
  const draw = (seed: number) => photographDocument({ seed, width: 800, height: 600, coverage: 0.5 })
  const made = await Promise.all([
    startProduct({ courier: true, env: { COURIER_ALLOW_NETWORKS: '127.0.0.1/32' } }),
    installClient('cli', '@equerre/cli', root),
    writePaperwork('receipt', 8),
    ...[11, 33, 11, 11, 11, 11].map(draw),
  ])
  ;[product, , receipt] = made
  command = path.join(made[1], 'dist/equerre.js')
  // Different files of two pictures: what follows the end of a JPEG is not shown.
  photos = made
    .slice(3)
    .map((picture, index) => Buffer.concat([(picture as { jpeg: Buffer }).jpeg, Buffer.from([index])]))
})
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await product?.stop()
})

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Somebody with five credits, in a folder with photographs called 0.jpg, 1.jpg and so on. */
class Somebody {
  readonly folder: string
  readonly env: Record<string, string>
  constructor(key: string) {
    this.folder = path.join(root, randomUUID())
    mkdirSync(this.folder)
    photos.forEach((photo, index) => writeFileSync(this.at(`${index}.jpg`), photo))
    this.env = {
      HOME: this.folder,
      PATH: process.env['PATH']!,
      EQUERRE_URL: product.url,
      EQUERRE_API_KEY: key,
    }
  }

  static async new(): Promise<Somebody> {
    const person = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
    await person.ask('/api/credits/add', { method: 'POST' })
    return new Somebody((await person.ask<ApiKeys>('/api/api-key/me')).body.api_key)
  }

  at(name: string): string {
    return path.join(this.folder, name)
  }

  names(): readonly string[] {
    return readdirSync(this.folder).filter((name) => !name.startsWith('.') && !/^\d\.jpg$/.test(name))
  }

  start(words: readonly string[]): ChildProcess {
    return spawn(process.execPath, [command, ...words], { cwd: this.folder, env: this.env })
  }

  run(words: readonly string[], input = ''): Promise<Ran> {
    const child = this.start(words)
    child.stdin!.end(input)
    return endOf(child)
  }

  /** As somebody at a terminal. */
  runWatched(words: readonly string[]): Promise<Ran> {
    const line = [process.execPath, command, ...words].join(' ')
    return endOf(spawn('script', ['-qec', line, '/dev/null'], { cwd: this.folder, env: this.env }))
  }

  async credits(): Promise<number> {
    return (JSON.parse((await this.run(['credits', '--json'])).stdout) as { credits: number }).credits
  }
}

async function endOf(child: ChildProcess): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...said }
}

const small = ['--dpi', '72']
const linesOf = ({ stdout }: Ran) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

describe('a folder of photographs', () => {
  it('becomes pages, then one PDF with its text, and costs nothing the second time', async () => {
    const somebody = await Somebody.new()
    const pages = ['redresser', '0.jpg', '1.jpg', ...small]
    expect(await somebody.run(pages)).toEqual({
      code: 0,
      stdout:
        ['0', '1'].map((name) => `${name}.jpg → ${somebody.at(`${name}_equerre.png`)}\n`).join('') +
        '2 faits, 2 crédits débités, il en reste 3\n',
      stderr: '',
    })
    expect(readFileSync(somebody.at('1_equerre.png')).subarray(1, 4).toString()).toBe('PNG')
    expect((await somebody.run(pages)).stdout).toContain('(déjà fait)')

    const whole = await somebody.run([...pages, '--pdf', 'dossier.pdf', '--texte', '--titre', 'Notes'])
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(whole.stdout).toContain('0 crédit débité')
    expect(readFileSync(somebody.at('dossier.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    expect(somebody.names()).toEqual(['0_equerre.png', '1_equerre.png', 'dossier.pdf', 'dossier.txt'])
    expect(await somebody.credits()).toBe(3)
  })

  it('as a program reads it: one line for each file, then a summary, and nothing else', async () => {
    const somebody = await Somebody.new()
    const { jpeg } = await photographNothing({
      seed: 5,
      things: 0,
      background: 'wood',
      width: 800,
      height: 600,
    })
    writeFileSync(somebody.at('vide.jpg'), jpeg)
    writeFileSync(somebody.at('texte.txt'), 'bonjour')
    const ran = await somebody.run([
      'straighten',
      '0.jpg',
      'vide.jpg',
      'texte.txt',
      'absent.jpg',
      '--json',
      '--output',
      'out',
    ])
    expect(ran).toMatchObject({ code: 1, stderr: '' })
    const [first, empty, text, missing, last] = linesOf(ran)
    expect(first).toMatchObject({
      file: '0.jpg',
      state: 'done',
      credits_charged: 1,
      pages: [{ page: 1, path: somebody.at('out/0_equerre.png') }],
    })
    expect(empty).toMatchObject({
      file: 'vide.jpg',
      state: 'failed',
      code: 'nothing_found',
      credits_charged: 0,
    })
    expect(text).toMatchObject({ code: 'unsupported_type', detail: expect.stringContaining('PDF') as string })
    expect(missing).toMatchObject({ code: 'missing' })
    expect(last).toEqual({
      summary: {
        files: 4,
        done: 1,
        failed: 3,
        left: 0,
        credits_charged: 1,
        credits_remaining: 4,
        pdf: null,
      },
    })
  })

  it('at a terminal has a bar, which goes; elsewhere none', async () => {
    const somebody = await Somebody.new()
    const watched = await somebody.runWatched(['redresser', '0.jpg', ...small])
    expect(watched).toMatchObject({ code: 0 })
    const erased = '\r\u001b[2K'
    expect(watched.stdout).toContain(`\r${'░'.repeat(24)} 0/1${erased}`)
    expect(watched.stdout).toContain(`\r${'█'.repeat(24)} 1/1${erased}1 fait`)
    expect((await somebody.run(['redresser', '1.jpg', ...small])).stderr).toBe('')
  })
})

describe('interrupted', () => {
  const all = ['redresser', ...[0, 1, 2, 3, 4].map((name) => `${name}.jpg`), ...small, '-j', '2']
  const wanted = [0, 1, 2, 3, 4].map((name) => `${name}_equerre.png`)
  const begun = (somebody: Somebody) =>
    expect.poll(() => somebody.names().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)

  it('killed midway and started again makes and charges each page once', async () => {
    const somebody = await Somebody.new()
    const child = somebody.start(all)
    const ended = endOf(child)
    await begun(somebody)
    child.kill('SIGKILL')
    await ended
    expect(await somebody.run(all)).toMatchObject({ code: 0 })
    expect(somebody.names()).toEqual(wanted)
    expect(await somebody.credits()).toBe(0)
  })

  it('by Ctrl-C leaves no half file, says how to go on, and goes on', async () => {
    const somebody = await Somebody.new()
    const child = somebody.start(all)
    const ended = endOf(child)
    await begun(somebody)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining('reprend') as string })
    expect(somebody.names().filter((name) => !wanted.includes(name))).toEqual([])
    expect(await somebody.run(all)).toMatchObject({ code: 0 })
    expect([somebody.names(), await somebody.credits()]).toEqual([wanted, 0])
  })

  it('without credits leaves the rest, and tells so by its code', async () => {
    const somebody = await Somebody.new()
    const ran = await somebody.run([...all, '5.jpg', '--json', '-j', '1'])
    expect(ran.code).toBe(3)
    expect(linesOf(ran).at(-2)).toMatchObject({ file: '5.jpg', state: 'failed', code: 'credits_exhausted' })
    expect(await somebody.run(['redresser', '5.jpg', '4.jpg', '-j', '1', ...small])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('1 non traité') as string,
    })
  })
})

it('a list is one batch: killed, started again and with what had failed, each page is made and charged once', async () => {
  const somebody = await Somebody.new()
  const there = new Map([0, 1].map((name) => [`/${name}.jpg`, photos[name]!]))
  let met = () => {}
  const asked = new Promise<void>((resolve) => (met = resolve))
  const server = createServer((request, response) => {
    met()
    const photo = there.get(request.url!)
    response.writeHead(photo ? 200 : 404).end(photo)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [first, second, third] = ['0', '1', '2'].map((name) => `${url}/${name}.jpg`)
  writeFileSync(
    somebody.at('liste.csv'),
    `# adresses\n${first},Dossier,A-1\r\n"${second}","Dossier"\n${third}`,
  )
  const command = ['lot', 'liste.csv', ...small]
  const child = somebody.start(command)
  const ended = endOf(child)
  await asked
  child.kill('SIGKILL')
  await ended

  const ran = await somebody.run([...command, '--json'])
  expect(ran).toMatchObject({ code: 1, stderr: '' })
  expect(linesOf(ran)).toMatchObject([
    { file: first, state: 'done', group: 'Dossier', reference: 'A-1', credits_charged: 1 },
    { file: second, state: 'done', reference: null, pages: [{ path: somebody.at('1_equerre.png') }] },
    { file: third, state: 'failed', code: 'address_status', credits_charged: 0 },
    {
      summary: {
        done: 2,
        failed: 1,
        credits_charged: 2,
        credits_remaining: 3,
        pdfs: [somebody.at('Dossier.pdf')],
      },
    },
  ])
  expect(readFileSync(somebody.at('Dossier.pdf')).subarray(0, 5).toString()).toBe('%PDF-')

  there.set('/2.jpg', photos[2]!)
  const again = await somebody.run(command)
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('1 crédit débité') as string })
  expect(again.stdout.split('(déjà fait)')).toHaveLength(3)
  server.close()
  expect(await somebody.run(command)).toMatchObject({ code: 0 })
  expect([somebody.names(), await somebody.credits()]).toEqual([
    ['0_equerre.png', '1_equerre.png', '2_equerre.png', 'Dossier.pdf', 'liste.csv'],
    2,
  ])
})

it('reads to the screen, and assembles PDFs as they are, for nothing', async () => {
  const somebody = await Somebody.new()
  writeFileSync(somebody.at('ticket.pdf'), receipt.pdf)
  const read = await somebody.run(['lire', 'ticket.pdf', '--papier', 'none', '--dpi', '200'])
  expect(read).toMatchObject({ code: 0, stdout: expect.stringContaining(receipt.lines[1]!) as string })
  writeFileSync(somebody.at('bail.pdf'), await digitalPdf(3))
  const assembled = await somebody.run(['assemble', 'bail.pdf', 'ticket.pdf', '--pdf', 'tout.pdf', '--json'])
  expect(linesOf(assembled).at(-1)).toMatchObject({
    summary: { credits_charged: 0, pdf: somebody.at('tout.pdf') },
  })
  expect(readFileSync(somebody.at('tout.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await somebody.credits()).toBe(4)
})

describe('without harm', () => {
  it('replaces no file that it has not written, and charges nothing for it', async () => {
    const somebody = await Somebody.new()
    writeFileSync(somebody.at('0_equerre.png'), 'à moi')
    expect(await somebody.run(['redresser', '0.jpg', ...small])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--ecraser') as string,
    })
    expect([readFileSync(somebody.at('0_equerre.png'), 'utf8'), await somebody.credits()]).toEqual([
      'à moi',
      5,
    ])
    expect(await somebody.run(['redresser', '0.jpg', ...small, '--ecraser'])).toMatchObject({ code: 0 })
  })

  it.each([
    [['redreser'], 2, 'Commande inconnue : redreser'],
    [['redresser'], 2, 'quels fichiers'],
    [['lot'], 2, 'quels fichiers'],
    [['lot', 'absente.csv'], 2, 'Ni une adresse'],
    [['lot', 'http://exemple.test/a.jpg', '--page', '2'], 2, '--page'],
    [['redresser', 'a.jpg', '--formt', 'png'], 2, 'Option inconnue'],
    [['redresser', 'a.jpg', '--format', 'bmp'], 2, 'png|jpeg'],
    [['assembler', 'a.pdf'], 2, '--pdf'],
    [['credits', '--texte', '--lang', 'en'], 2, 'makes no sense'],
    [['credits', '--adresse', 'http://127.0.0.1:9'], 5, 'cannot be reached'],
  ])('%j ends with %i', async (words, code, said) => {
    const somebody = new Somebody('eq_live_faux')
    expect(await somebody.run(words)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(said) as string,
    })
  })

  it('keeps a key for its owner alone, once the service has accepted it', async () => {
    const somebody = await Somebody.new()
    const { EQUERRE_API_KEY: key } = somebody.env
    delete somebody.env['EQUERRE_API_KEY']
    expect(await somebody.run(['credits'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('equerre connexion') as string,
    })
    expect(await somebody.run(['connexion'], 'eq_live_faux\n')).toMatchObject({ code: 4 })
    const file = somebody.at('.config/equerre/config.json')
    expect(existsSync(file)).toBe(false)
    const connected = await somebody.run(['connexion'], `${key}\n`)
    expect(connected).toMatchObject({ code: 0, stderr: expect.stringContaining('5 crédits') as string })
    expect(connected.stdout + connected.stderr).not.toContain(key)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    delete somebody.env['EQUERRE_URL']
    expect((await somebody.run(['credits'])).stdout).toBe('5 crédits\n')
    await somebody.run(['logout'])
    expect(existsSync(file)).toBe(false)
  })

  it('speaks as the system does', async () => {
    const somebody = await Somebody.new()
    const helpIn = async (LANG: string) => {
      somebody.env['LANG'] = LANG
      return (await somebody.run(['--aide'])).stdout.split('\n')[0]
    }
    expect(await helpIn('en_GB.UTF-8')).toContain('photographed')
    expect(await helpIn('fr_FR.UTF-8')).toContain('photographiés')
  })
})
