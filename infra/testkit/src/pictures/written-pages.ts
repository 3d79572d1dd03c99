import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { createRandom, type Random } from './random.ts'

/** A4, in points. */
const paper = { width: 595.28, height: 841.89 }
const marginPt = 50

const fonts = [
  StandardFonts.Helvetica,
  StandardFonts.HelveticaBold,
  StandardFonts.TimesRoman,
  StandardFonts.TimesRomanItalic,
  StandardFonts.Courier,
] as const

const words =
  `le la les une des et à aux dans pour avec sans qui que est sont être facture date montant total adresse client
numéro règlement échéance paiement siège téléphone objet madame monsieur veuillez agréer l’expression de nos
sentiments distingués conformément période relevé compte solde bénéficiaire contrat assurance école élève moyenne
the of and to in that with invoice amount balance payment please find enclosed according der die und nicht mit
Rechnung Betrag Straße Größe fecha importe dirección`.split(/\s+/)

type Pen = { readonly page: PDFPage; readonly font: PDFFont; readonly size: number; readonly random: Random }

/**
 * A PDF of one page of text, in the fonts that every PDF reader includes: a machine may have none.
 * @param seed decides font, sizes and layout: a letter, a price list, or capitals
 */
export async function writtenPdf(seed: number): Promise<Buffer> {
  const random = createRandom(seed)
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([paper.width, paper.height])
  const pen = { page, font: await pdf.embedFont(random.pick(fonts)), size: random.between(9, 15), random }
  writeLine({ ...pen, size: pen.size * 1.8 }, phrase(random, 3), paper.height - marginPt)
  random.pick([writeLetter, writePrices, writeCapitals])(pen)
  return Buffer.from(await pdf.save())
}

function writeLetter(pen: Pen): void {
  for (const y of lines(pen, 1.4)) if (!pen.random.chance(0.12)) writeLine(pen, phrase(pen.random, 14), y)
}

function writeCapitals(pen: Pen): void {
  for (const y of lines(pen, 2)) writeLine(pen, phrase(pen.random, pen.random.integer(2, 6)).toUpperCase(), y)
}

function writePrices(pen: Pen): void {
  const { page, font, size, random } = pen
  for (const y of lines(pen, 1.6)) {
    writeLine(pen, phrase(random, random.integer(1, 4)), y)
    const price = `${random.integer(1, 900)},${random.integer(10, 99)} €`
    page.drawText(price, { x: paper.width - marginPt - font.widthOfTextAtSize(price, size), y, size, font })
  }
}

function lines({ size }: Pen, leading: number): number[] {
  const first = paper.height - marginPt - size * 3
  return Array.from(
    { length: Math.floor((first - marginPt) / (size * leading)) },
    (_, i) => first - i * size * leading,
  )
}

/** Drops the words at the end that do not fit. */
function writeLine({ page, font, size }: Pen, text: string, y: number): void {
  let fitting = text
  while (font.widthOfTextAtSize(fitting, size) > paper.width - 2 * marginPt)
    fitting = fitting.slice(0, fitting.lastIndexOf(' '))
  page.drawText(fitting, { x: marginPt, y, size, font })
}

function phrase(random: Random, count: number): string {
  const [first, ...rest] = Array.from({ length: count }, () => random.pick(words))
  return [first![0]!.toUpperCase() + first!.slice(1), ...rest].join(' ')
}
