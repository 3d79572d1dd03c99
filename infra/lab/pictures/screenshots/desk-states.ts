import { digitalPdf, photographDocument, photographNothing, scannedPdf } from '@equerre/testkit/pictures'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { dropFiles, layFiles, startDrag, type DroppedFile } from '@equerre/web/test/drop-files.ts'
import { holdBack } from '@equerre/web/test/hold-back.ts'
import { cloneFolder } from '@equerre/local/tools'
import type { State } from './states.ts'

const settled = { timeout: 90_000 }

/** Out of focus: the more blur, the less can be detected. */
const blurred = async (seed: number, pixels: number) => {
  const { jpeg } = await photographDocument({ seed, background: 'wood', page: 'letter', coverage: 0.3 })
  return sharp(jpeg).blur(pixels).jpeg().toBuffer()
}

const [document, doubtful, guessed, wood, marble] = await Promise.all([
  photographDocument({ seed: 7, background: 'wood', page: 'letter', coverage: 0.5 }),
  blurred(7, 25),
  blurred(2, 45),
  photographNothing({ seed: 5, things: 0, background: 'wood' }),
  photographNothing({ seed: 6, things: 0, background: 'wood' }),
])
const photo = (name: string, bytes = document.jpeg) => ({ name, type: 'image/jpeg', bytes })
const bill = photo('facture.jpg')
const tables = [photo('table.jpg', wood.jpeg), photo('bureau.jpg', marble.jpeg)]
const pdf = (name: string, bytes: Uint8Array) => ({ name, type: 'application/pdf', bytes })

/** One of the documents that the page offers to try. */
const sample = (name: string): DroppedFile => ({
  name: `${name}.webp`,
  type: 'image/webp',
  bytes: readFileSync(path.join(cloneFolder, 'web/public/img', `${name}.webp`)),
})

const drop = (page: Page, ...files: readonly DroppedFile[]) => dropFiles(page, '[data-drop-zone]', files)
const card = (page: Page, name: string) => page.getByRole('article', { name })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Drops files and waits until the last one is done. */
async function finish(page: Page, ...files: readonly DroppedFile[]): Promise<void> {
  await drop(page, ...files)
  await card(page, files.at(-1)?.name ?? '')
    .getByText(/Terminé|À vérifier|Aucun bord|Erreur/)
    .first()
    .waitFor(settled)
}

async function setBalance(page: Page, credits: number): Promise<void> {
  await page.route('**/api/credits/me', (route) => route.fulfill({ json: { credits } }))
}

/** Drags files over the window without dropping them. */
async function carry(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const drag = await startDrag(page, { paths: layFiles(page, files) })
  await drag.over('[data-drop-zone]')
  // Browsers repeat the event while nothing moves, so this does too, until the page is gone.
  setInterval(() => void drag.over('[data-drop-zone]').catch(() => {}), 350).unref()
}

const many = (files: number) => Array.from({ length: files }, (_, index) => photo(`photo-${index + 1}.jpg`))

/** Eight files as a contact sheet: straightened, doubtful, without a document, failed. */
async function fillSheet(page: Page): Promise<void> {
  const names = ['facture', 'ticket', 'courrier']
  await finish(
    page,
    ...names.map(sample),
    bill,
    photo('trouble.jpg', guessed),
    tables[0]!,
    { ...bill, name: 'fausse.jpg', bytes: Buffer.from('texte') },
    photo('lettre avec un nom vraiment long, page un.jpg'),
  )
}

const steps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  drag: (page) => carry(page, many(12)),
  options: (page) => page.getByText('Options').click(),
  refused: (page) =>
    drop(
      page,
      { name: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
      { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('bonjour') },
    ),
  'nothing-chosen': (page) => page.locator('input[multiple]').dispatchEvent('change'),
  loader: async (page) => {
    await holdBack(page, '**/api/credits/me')
    await drop(page, bill)
    await page.getByText('Analyse du fichier').waitFor()
  },
  running: async (page) => {
    await holdBack(page, '**/detourage/detect')
    await drop(page, bill, photo('lettre.jpg'))
    await card(page, bill.name).getByText('Détection…').waitFor(settled)
  },
  done: (page) => finish(page, bill, ...tables),
  samples: (page) => finish(page, ...['facture', 'ticket', 'courrier'].map(sample)),
  doubtful: async (page) => {
    await finish(page, photo('floue.jpg', doubtful), photo('trouble.jpg', guessed))
    await page.getByText('Un document se devine').waitFor()
  },
  filtered: async (page) => {
    await finish(page, bill, ...tables)
    await page.getByText(/^Erreurs/).click()
    await page.getByText('Aucun fichier dans cet état').waitFor()
  },
  renderings: async (page) => {
    await finish(page, bill, photo('lettre.jpg'))
    await card(page, bill.name).getByText('N&B').click()
    await press(page, /^Tourner lettre/)
    await page.locator('article img[data-page][style], article img[data-mode]').first().waitFor()
    await page
      .locator('article img[data-page][style], article img[data-mode]')
      .first()
      .waitFor({ state: 'detached' })
  },
  'renderings-failed': async (page) => {
    await finish(page, bill)
    await page.route('**/detourage/rectify', (route) => route.abort())
    await press(page, /^Tourner/)
    await page.getByText('la page reste comme elle était').first().waitFor()
  },
  answers: async (page) => {
    await finish(page, bill)
    await press(page, /^API, réponses brutes/)
  },
  pdf: async (page) => {
    await finish(page, pdf('contrat.pdf', await scannedPdf(4)))
  },
  pages: async (page) => {
    await drop(page, pdf('releve.pdf', await digitalPdf({ pages: 5 })))
    await page.getByRole('dialog').waitFor(settled)
  },
  unchosen: async (page) => {
    await drop(page, pdf('releve.pdf', await digitalPdf({ pages: 5 })))
    await page.getByRole('dialog').waitFor(settled)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Choisir les pages/ }).waitFor()
  },
  failed: (page) => finish(page, { ...bill, name: 'fausse.jpg', bytes: Buffer.from('texte') }),
  unreachable: async (page) => {
    await page.route('**/detourage/ingest', (route) => route.abort())
    await finish(page, bill)
  },
  partial: async (page) => {
    await drop(page, ...many(12))
    await page.getByRole('dialog').waitFor()
  },
  waiting: async (page) => {
    await holdBack(page, '**/detourage/detect')
    await drop(page, ...many(12))
    await press(page, 'Traiter les 10 premiers')
    await card(page, 'photo-1.jpg').getByText('Détection…').waitFor(settled)
  },
  price: async (page) => {
    await setBalance(page, 200)
    await drop(page, ...many(31))
    await page.getByRole('dialog').waitFor()
  },
  many: async (page) => {
    await setBalance(page, 200)
    await holdBack(page, '**/detourage/detect')
    await drop(page, ...many(31))
    await press(page, /^Traiter/)
    await card(page, 'photo-1.jpg').getByText('Détection…').waitFor(settled)
  },
  sheet: fillSheet,
  'sheet-of-200': async (page) => {
    await setBalance(page, 300)
    await holdBack(page, '**/detourage/detect')
    await drop(page, ...many(200))
    await press(page, /^Traiter/)
    await card(page, 'photo-1.jpg').getByText('Détection…').waitFor(settled)
  },
  'sheet-opened': async (page) => {
    await fillSheet(page)
    await press(page, 'Ouvrir facture.jpg')
    await page.getByRole('dialog').waitFor()
  },
  'sheet-moving': async (page) => {
    await fillSheet(page)
    await press(page, /^4 sur 8, déplacer/)
    await page.keyboard.press('ArrowLeft')
  },
  'sheet-as-list': async (page) => {
    await fillSheet(page)
    await press(page, 'Voir en liste')
  },
  figures: async (page) => {
    await finish(page, bill)
    await press(page, /^Détails de/)
  },
  exports: async (page) => {
    await finish(page, pdf('contrat.pdf', await scannedPdf(4)))
    await press(page, 'Exporter')
  },
  'nothing-to-zip': async (page) => {
    await finish(page, ...tables)
    await press(page, 'Télécharger tout')
    await page.getByRole('alertdialog').waitFor()
  },
  zipping: async (page) => {
    await finish(page, bill, photo('lettre.jpg'))
    await holdBack(page, '**/detourage/artifacts/**')
    await press(page, 'Télécharger tout')
    await page.getByText('Création du ZIP').waitFor()
  },
  incomplete: async (page) => {
    await finish(page, bill, photo('lettre.jpg'), ...tables)
    await press(page, 'Réunir en un PDF')
    await page.getByText('n’y seront pas').waitFor()
  },
  'zip-failed': async (page) => {
    await finish(page, bill, photo('lettre.jpg'))
    await page.route('**/detourage/artifacts/**', (route) => route.abort())
    await press(page, 'Télécharger tout')
    await page.getByRole('alertdialog').waitFor()
  },
  paywall: async (page) => {
    await setBalance(page, 0)
    await drop(page, bill)
    await page.getByRole('dialog').waitFor()
  },
  bridge: async (page) => {
    await drop(page, ...many(30))
    await press(page, 'Recharger')
    await page.getByText('il en manque').waitFor()
  },
  'top-up-used': async (page) => {
    await setBalance(page, 0)
    await page.route('**/api/credits/add*', (route) => route.fulfill({ status: 429, json: {} }))
    await drop(page, bill)
    await press(page, '+5 crédits gratuits')
    await press(page, 'OK')
    await page.getByText('Vous avez déjà reçu').waitFor()
  },
  'top-up-failed': async (page) => {
    await setBalance(page, 0)
    await page.route('**/api/credits/add*', (route) => route.abort())
    await drop(page, bill)
    await press(page, '+5 crédits gratuits')
    await page.getByRole('alertdialog').waitFor()
  },
  'no-credits': async (page) => {
    await setBalance(page, 0)
    await page.reload({ waitUntil: 'networkidle' })
  },
  offline: async (page) => {
    await page.route('**/api/healthz', (route) => route.abort())
    await page.reload()
    await page.getByText('momentanément indisponible').waitFor()
  },
  preview: async (page) => {
    await finish(page, bill, photo('lettre.jpg'))
    await press(page, /^Image Recadrée, agrandir/)
  },
  zoom: async (page) => {
    await finish(page, bill)
    await press(page, /^Zone Detectée, agrandir/)
    for (let step = 0; step < 3; step++) await page.keyboard.press('+')
  },
  compare: async (page) => {
    await finish(page, bill)
    await press(page, /^Comparer/)
  },
  removal: async (page) => {
    await finish(page, bill)
    await press(page, 'Nettoyer')
  },
  corners: async (page) => {
    await finish(page, bill)
    await press(page, /^Corriger la zone de/)
    await page.getByRole('button', { name: /^Appliquer/ }).waitFor()
  },
  leaving: async (page) => {
    await finish(page, ...tables)
    await press(page, /^Corriger la zone de/)
    const handle = page.getByRole('button', { name: /^Coin haut gauche/ })
    await handle.focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Escape')
  },
  moving: async (page) => {
    await finish(page, bill)
    await press(page, /^Corriger la zone de/)
    await page.getByRole('button', { name: /^Coin haut droit/ }).focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowLeft')
    await page.locator('[data-loupe]').waitFor()
  },
  review: async (page) => {
    await finish(page, ...tables)
    await press(page, /^Vérifier/)
    await page.getByText('1 sur 2').waitFor()
  },
  'review-doubtful': async (page) => {
    await finish(page, photo('trouble.jpg', guessed), photo('floue.jpg', doubtful))
    await press(page, /^Vérifier/)
    await page.getByText('1 sur 2').waitFor()
  },
}

/** The states of /camscan. */
export const deskStates: readonly State[] = Object.entries(steps).map(([name, enter]) => ({
  name: `camscan-${name}`,
  path: '/camscan',
  enter,
}))
