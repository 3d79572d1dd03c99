import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Memory limit of a PDF: 640 MiB, in pages of 64 KiB. Growth beyond it fails, and PDFium gives up. */
const memoryPagesMax = 10_240
const memorySection = 5
const hasMaximum = 1

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * Options for instantiating PDFium: its module is compiled once per process, at the first call, and bounded in memory.
 * Each document gets its own instance.
 */
export async function pdfiumOptions() {
  const module = await (compiled ??= compile())
  return {
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: never) => void) => {
      const instance = new WebAssembly.Instance(module, imports)
      // The package declares the argument as a module, but its code takes the instance.
      done(instance as never)
      return instance.exports
    },
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  return WebAssembly.compile(withMemoryBound(await readFile(file)))
}

/** The same module with a lower memory maximum: the library has no setting for it. */
function withMemoryBound(wasm: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(wasm)
  // After the magic word and the version come sections: id, length, content.
  for (let at = 8; at < bytes.length;) {
    const section = bytes[at]!
    const length = readNumber(bytes, at + 1)
    if (section === memorySection) {
      const flags = readNumber(bytes, readNumber(bytes, length.end).end)
      if (flags.value !== hasMaximum) break
      const least = readNumber(bytes, flags.end)
      writeNumber(bytes, { from: least.end, to: readNumber(bytes, least.end).end }, memoryPagesMax)
      return bytes
    }
    at = length.end + length.value
  }
  throw new Error('unexpected memory declaration in the PDFium module')
}

/** LEB128: seven bits per byte, lowest first, with the eighth bit set on all but the last byte. */
function readNumber(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0
  for (let at = from; ; at++) {
    value += (bytes[at]! & 0x7f) * 2 ** (7 * (at - from))
    if (bytes[at]! < 0x80) return { value, end: at + 1 }
  }
}

function writeNumber(bytes: Buffer, { from, to }: { from: number; to: number }, value: number): void {
  for (let at = from; at < to; at++) {
    const isLast = at === to - 1
    bytes[at] = (Math.floor(value / 2 ** (7 * (at - from))) & 0x7f) | (isLast ? 0 : 0x80)
  }
}
