/** Runs inside a locked process: reads a page and reports on the pipe what it says and what that took. */
import { writePaperwork, type PaperworkKind } from '@equerre/testkit/pictures/paperwork'
import * as fs from 'node:fs'
import { loadTesseract } from '../src/adapters/tesseract.ts'
import { loadTextModels } from '../src/adapters/text-models.ts'
import { chooseWarp } from '../src/adapters/warp-kernel.ts'
import { lockCell } from '../src/cell/lock.ts'
import { slotMegabytes } from '../src/config.ts'
import { plainText } from '../src/core/read/page-text.ts'
import { readText } from '../src/flow/read-text.ts'
import { drawPaperwork } from './paperwork-page.ts'

const [, , reader, kind, dpi] = process.argv as [string, string, string, PaperworkKind, string]
const { warp } = chooseWarp()
const models = await (reader === 'Tesseract' ? loadTesseract() : loadTextModels())
const page = await drawPaperwork(await writePaperwork(kind, 8), Number(dpi))
// Opened before, and read without seeking: both are refused afterwards.
const status = fs.openSync('/proc/self/status', 'r')
const lock = await lockCell(slotMegabytes.normal * 1_024 ** 2)
const text = plainText(await readText(page, { models: models!, warp }))
const bytes = Buffer.alloc(8_192)
const facts = bytes.toString('utf8', 0, fs.readSync(status, bytes))
const peakMegabytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(facts)?.[1]) / 1_024
fs.writeSync(3, JSON.stringify({ lock, name: models!.name, text, peakMegabytes }))
process.exit()
