import { isWritten, keyOf, write, type MadePage, type Task } from './make-file.ts'

type Assembling = { readonly pdf: string; readonly pages: readonly MadePage[] }

/** One PDF of all pages, in the order of the files, and their text beside it if it was asked for. */
export async function assemble(
  { equerre, owner, asked, signal }: Task,
  { pdf, pages }: Assembling,
): Promise<void> {
  const parts = pages.flatMap(({ part }) => part ?? [])
  const body = { pages: parts, ...(asked.title !== undefined && { title: asked.title }) }
  const from = keyOf('assembly', `${owner} ${JSON.stringify(body)}`)
  if (!isWritten(pdf, from)) {
    const whole = await equerre.assemble(body, { signal, idempotencyKey: from })
    await write(pdf, from, await equerre.download(whole, { signal }))
  }
  const texts = pages.flatMap(({ text }) => text ?? [])
  const textFile = `${pdf.replace(/\.pdf$/i, '')}.txt`
  if (texts.length > 0 && !isWritten(textFile, from))
    await write(textFile, from, new Response(`${texts.join('\n\f')}\n`))
  if (!asked.json) process.stdout.write(`→ ${pdf}\n`)
}
