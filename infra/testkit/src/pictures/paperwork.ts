import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { createRandom, type Random } from './random.ts'

export const paperworkKinds = ['letter', 'invoice', 'receipt'] as const
export type PaperworkKind = (typeof paperworkKinds)[number]

/** A page in French whose every line is known. */
export type Paperwork = {
  readonly pdf: Buffer
  readonly widthMm: number
  readonly heightMm: number
  /** In reading order; pieces of one row are parted by a space. */
  readonly lines: readonly string[]
  /** Sums of money, as written. */
  readonly amounts: readonly string[]
}

const pointsPerMm = 72 / 25.4

const sentences = [
  'Nous avons bien reçu votre courrier du mois dernier et vous en remercions vivement.',
  'Conformément à l’article 12 de nos conditions générales, le règlement est dû à réception.',
  'À défaut de réponse de votre part sous huitaine, nous considérerons votre accord comme acquis.',
  'Vous trouverez ci-joint l’échéancier établi pour l’année scolaire ainsi que le règlement intérieur.',
  'Votre cœur de métier n’étant pas concerné, aucune démarche complémentaire n’est nécessaire.',
  'La commission, réunie le 14 février, a émis un avis favorable à votre requête.',
  'Où que vous soyez, notre équipe reste joignable du lundi au vendredi, de 8 h 30 à 18 h.',
  'Il vous appartient d’aviser votre assureur dès la découverte du sinistre, fût-il mineur.',
  'Le solde créditeur figurant sur votre relevé sera reporté sur la période suivante.',
  'Nous regrettons vivement ce contretemps et mettons tout en œuvre pour y remédier.',
  'Les pièces demandées (avis d’imposition, justificatif de domicile) doivent être récentes.',
  'Ce dossier, référencé BX-20417, a été transmis au service des réclamations.',
  'Une naïveté apparente cachait, disait-elle, un goût très sûr pour les canoës anciens.',
  'Le montant prélevé s’élève à 1 284,50 euros, dont 214,08 euros de taxe.',
  'Veuillez prendre connaissance des modalités décrites au verso avant toute signature.',
  'Ambiguë à première lecture, la clause 7 bis mérite d’être précisée par un avenant.',
]
const closings = [
  'Nous vous prions d’agréer, Madame, Monsieur, l’expression de nos salutations distinguées.',
  'Veuillez agréer, Maître, l’assurance de notre considération la meilleure.',
]
const names = [
  'Hélène Lefèvre',
  'Benoît Çelik',
  'Zoé d’Aubigné',
  'François Œttinger',
  'Loïc Garçon',
  'Anaïs Müller',
]
const streets = [
  'rue des Écoles',
  'allée des Châtaigniers',
  'boulevard Saint-Michel',
  'place de l’Hôtel-de-Ville',
]
const towns = ['75005 PARIS', '69003 LYON', '97410 SAINT-PIERRE', '13100 AIX-EN-PROVENCE', '35000 RENNES']
const goods = [
  'Cartouche d’encre noire',
  'Ramette papier A4 80 g',
  'Pose d’un évier inox',
  'Main-d’œuvre qualifiée',
  'Câble HDMI 2 m',
  'Forfait déplacement',
  'Révision chaudière',
  'Abonnement mensuel',
  'Étagère en chêne',
  'Peinture façade 10 L',
]
const groceries = [
  'PAIN COMPLET',
  'LAIT 1/2 ECREME 1L',
  'CAFÉ MOULU 250G',
  'POMMES GALA KG',
  'JAMBON CUIT X4',
  'YAOURT NATURE X8',
  'Crème fraîche 20cl',
  'BEURRE DOUX 250G',
  'Gruyère râpé',
  'ŒUFS BIO X6',
  'EAU MINERALE 6X1,5L',
  'Pâtes coquillettes',
  'CHOCOLAT NOIR 70%',
]
const faces = [
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  [StandardFonts.Courier, StandardFonts.CourierBold],
] as const

/** Writes one page, in the fonts that every PDF reader includes: a machine may have none. */
export async function writePaperwork(kind: PaperworkKind, seed: number): Promise<Paperwork> {
  const random = createRandom(seed)
  const pdf = await PDFDocument.create()
  const [plain, bold] = random.pick(faces)
  const [widthMm, heightMm] = kind === 'receipt' ? [80, random.integer(140, 230)] : [210, 297]
  const page = pdf.addPage([widthMm * pointsPerMm, heightMm * pointsPerMm])
  const fonts = { plain: await pdf.embedFont(plain), bold: await pdf.embedFont(bold) }
  const sheet = new Sheet(page, fonts)
  writers[kind](sheet, random)
  return { pdf: Buffer.from(await pdf.save()), widthMm, heightMm, lines: sheet.lines, amounts: sheet.amounts }
}

const writers: Readonly<Record<PaperworkKind, (sheet: Sheet, random: Random) => void>> = {
  letter: writeLetter,
  invoice: writeInvoice,
  receipt: writeReceipt,
}

type Fonts = { readonly plain: PDFFont; readonly bold: PDFFont }
type Style = { readonly size: number; readonly bold?: boolean }

/** A page that is filled from the top, and remembers what was written. */
class Sheet {
  readonly lines: string[] = []
  readonly amounts: string[] = []
  y: number

  readonly #page: PDFPage
  readonly #fonts: Fonts

  constructor(page: PDFPage, fonts: Fonts) {
    this.#page = page
    this.#fonts = fonts
    this.y = page.getHeight()
  }

  /** Pieces of one row, each at its x in points; a negative x is the right end of the text, from the right border. */
  row(pieces: readonly (readonly [x: number, text: string])[], { size, bold }: Style): void {
    this.y -= size * 1.35
    this.draw(pieces, { size, ...(bold && { bold }) })
    this.lines.push(pieces.map(([, text]) => text).join(' '))
  }

  draw(pieces: readonly (readonly [x: number, text: string])[], { size, bold }: Style): void {
    const font = bold ? this.#fonts.bold : this.#fonts.plain
    for (const [x, text] of pieces) {
      const left = x < 0 ? this.#page.getWidth() + x - font.widthOfTextAtSize(text, size) : x
      this.#page.drawText(text, { x: left, y: this.y, size, font })
    }
  }

  centred(text: string, style: Style): void {
    const font = style.bold ? this.#fonts.bold : this.#fonts.plain
    this.row([[(this.#page.getWidth() - font.widthOfTextAtSize(text, style.size)) / 2, text]], style)
  }

  /** Wraps a paragraph between two margins. */
  paragraph(text: string, margin: number, style: Style): void {
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (this.#fonts.plain.widthOfTextAtSize(longer, style.size) <= this.#page.getWidth() - 2 * margin)
        line = longer
      else {
        this.row([[margin, line]], style)
        line = word
      }
    }
    this.row([[margin, line]], style)
  }

  gap(points: number): void {
    this.y -= points
  }

  amount(cents: number): string {
    const text = euros(cents)
    this.amounts.push(text)
    return text
  }
}

function writeLetter(sheet: Sheet, random: Random): void {
  const size = random.between(9.5, 12)
  const margin = random.between(45, 75)
  sheet.gap(margin * 0.7)
  for (const line of addressOf(random)) sheet.row([[margin, line]], { size })
  sheet.gap(size * 1.5)
  for (const line of addressOf(random)) sheet.row([[310, line]], { size })
  sheet.gap(size * 1.5)
  sheet.row([[310, `Paris, le ${random.integer(1, 28)} février 2026`]], { size })
  sheet.gap(size)
  sheet.row([[margin, `Objet : dossier n° ${random.integer(10_000, 99_999)}`]], { size, bold: true })
  sheet.gap(size)
  sheet.row([[margin, 'Madame, Monsieur,']], { size })
  while (sheet.y > 170) {
    sheet.gap(size * 0.8)
    const count = random.integer(2, 4)
    sheet.paragraph(Array.from({ length: count }, () => random.pick(sentences)).join(' '), margin, { size })
  }
  sheet.gap(size * 0.8)
  sheet.paragraph(random.pick(closings), margin, { size })
  sheet.gap(size)
  sheet.row([[360, random.pick(names)]], { size })
}

function writeInvoice(sheet: Sheet, random: Random): void {
  const size = random.between(9, 11)
  const margin = random.between(45, 65)
  sheet.gap(margin * 0.8)
  sheet.row([[margin, 'Atelier Équerre & Fils SARL']], { size: size * 1.5, bold: true })
  for (const line of addressOf(random).slice(1)) sheet.row([[margin, line]], { size })
  sheet.row(
    [
      [
        margin,
        `SIRET ${random.integer(100, 999)} ${random.integer(100, 999)} ${random.integer(100, 999)} 00014`,
      ],
    ],
    { size },
  )
  sheet.gap(size * 2)
  sheet.row([[margin, `FACTURE N° F-2026-${random.integer(1000, 9999)}`]], { size: size * 1.3, bold: true })
  sheet.row([[margin, `Date d’émission : ${random.integer(10, 28)}/0${random.integer(1, 9)}/2026`]], { size })
  sheet.gap(size * 1.5)
  const columns = [margin, -(margin + 160), -(margin + 80), -margin]
  const cells = (...texts: readonly string[]) => texts.map((text, i) => [columns[i]!, text] as const)
  sheet.row(cells('Désignation', 'Qté', 'P.U. HT', 'Total HT'), { size, bold: true })
  sheet.gap(size * 0.4)
  let total = 0
  for (let i = random.integer(5, 14); i > 0; i--) {
    const [count, price] = [random.integer(1, 12), random.integer(150, 45_000)]
    total += count * price
    sheet.row(cells(random.pick(goods), String(count), sheet.amount(price), sheet.amount(count * price)), {
      size,
    })
    sheet.gap(size * 0.35)
  }
  sheet.gap(size)
  const vat = Math.round(total * 0.2)
  for (const [label, cents] of [
    ['Total HT', total],
    ['TVA 20 %', vat],
    ['Net à payer', total + vat],
  ] as const)
    sheet.row(
      [
        [-(margin + 100), label],
        [-margin, sheet.amount(cents)],
      ],
      { size, bold: label === 'Net à payer' },
    )
  sheet.gap(size * 2)
  sheet.paragraph(
    'Paiement par virement sous 30 jours. Tout retard entraîne une indemnité forfaitaire de 40 euros.',
    margin,
    { size },
  )
  sheet.row([[margin, 'IBAN FR76 3000 6000 0112 3456 7890 189']], { size })
}

function writeReceipt(sheet: Sheet, random: Random): void {
  const size = random.between(8, 10)
  const margin = 14
  sheet.gap(12)
  sheet.centred('ÉPICERIE DU MARCHÉ', { size: size * 1.3, bold: true })
  sheet.centred(`${random.integer(2, 90)} ${random.pick(streets)}`, { size })
  sheet.centred(random.pick(towns), { size })
  sheet.centred(
    `Tél. 01 ${random.integer(10, 99)} ${random.integer(10, 99)} ${random.integer(10, 99)} ${random.integer(10, 99)}`,
    { size },
  )
  sheet.gap(size)
  let total = 0
  while (sheet.y > 150) {
    const cents = random.integer(45, 2_999)
    total += cents
    sheet.row(
      [
        [margin, random.pick(groceries)],
        [-margin, sheet.amount(cents)],
      ],
      { size },
    )
  }
  sheet.gap(size * 0.8)
  sheet.row(
    [
      [margin, 'TOTAL À PAYER'],
      [-margin, sheet.amount(total)],
    ],
    { size: size * 1.15, bold: true },
  )
  sheet.row(
    [
      [margin, 'Carte bancaire'],
      [-margin, sheet.amount(total)],
    ],
    { size },
  )
  sheet.row(
    [
      [margin, 'dont TVA 5,50 %'],
      [-margin, sheet.amount(Math.round(total * 0.055))],
    ],
    { size },
  )
  sheet.gap(size)
  sheet.centred(
    `${random.integer(10, 28)}/11/2026 ${random.integer(10, 19)}:${random.integer(10, 59)} Caisse ${random.integer(1, 9)}`,
    { size },
  )
  sheet.centred('Merci de votre visite, à bientôt !', { size })
}

function addressOf(random: Random): string[] {
  return [random.pick(names), `${random.integer(1, 120)} ${random.pick(streets)}`, random.pick(towns)]
}

function euros(cents: number): string {
  const whole = Math.floor(cents / 100)
  const grouped =
    whole >= 1000 ? `${Math.floor(whole / 1000)} ${String(whole % 1000).padStart(3, '0')}` : String(whole)
  return `${grouped},${String(cents % 100).padStart(2, '0')} €`
}
