import { Problem } from '@equerre/contract/problems'
import { PDFiumModule } from '@hyzyla/pdfium'
import { pdfiumOptions } from './pdfium-module.ts'

/** Addresses and handles in PDFium's memory. */
type Pointer = number
export type PageHandle = Pointer
export type ObjectHandle = Pointer

/** The C functions of PDFium that we call, documented in `fpdfview.h` and `fpdf_edit.h`. */
export type Pdfium = {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: {
    readonly malloc: (bytes: number) => Pointer
    readonly free: (at: Pointer) => void
  }
  readonly _FPDF_InitLibrary: () => void
  readonly _FPDF_LoadMemDocument: (bytes: Pointer, size: number, password: Pointer) => Pointer
  readonly _FPDF_GetLastError: () => number
  readonly _FPDF_GetPageCount: (document: Pointer) => number
  readonly _FPDF_LoadPage: (document: Pointer, index: number) => PageHandle
  readonly _FPDF_ClosePage: (page: PageHandle) => void
  readonly _FPDF_GetPageWidth: (page: PageHandle) => number
  readonly _FPDF_GetPageHeight: (page: PageHandle) => number
  readonly _FPDF_PageToDevice: (...pageFrameTurnPointAndResult: number[]) => number
  readonly _FPDF_RenderPageBitmap: (...bitmapPageFrameTurnAndFlags: number[]) => void
  readonly _FPDF_RenderPageBitmapWithMatrix: (...bitmapPageMatrixClipAndFlags: number[]) => void
  readonly _FPDFBitmap_CreateEx: (...sizeFormatAddressAndStride: number[]) => Pointer
  readonly _FPDFBitmap_FillRect: (...bitmapRectangleAndColour: number[]) => void
  readonly _FPDFBitmap_Destroy: (bitmap: Pointer) => void
  readonly _FPDFPage_CountObjects: (page: PageHandle) => number
  readonly _FPDFPage_GetObject: (page: PageHandle, index: number) => ObjectHandle
  readonly _FPDFFormObj_CountObjects: (form: ObjectHandle) => number
  readonly _FPDFFormObj_GetObject: (form: ObjectHandle, index: number) => ObjectHandle
  readonly _FPDFPageObj_GetType: (object: ObjectHandle) => number
  readonly _FPDFPageObj_GetMatrix: (object: ObjectHandle, matrix: Pointer) => number
  readonly _FPDFPageObj_GetBounds: (...objectAndFourResults: number[]) => number
  readonly _FPDFPageObj_GetFillColor: (...objectAndFourResults: number[]) => number
  readonly _FPDFPath_GetDrawMode: (path: ObjectHandle, fill: Pointer, stroke: Pointer) => number
  readonly _FPDFTextObj_GetTextRenderMode: (text: ObjectHandle) => number
  readonly _FPDFImageObj_GetImagePixelSize: (image: ObjectHandle, width: Pointer, height: Pointer) => number
  readonly _FPDFImageObj_GetImageFilterCount: (image: ObjectHandle) => number
  readonly _FPDFImageObj_GetImageFilter: (...imageIndexBufferAndSize: number[]) => number
  readonly _FPDFImageObj_GetImageMetadata: (image: ObjectHandle, page: PageHandle, result: Pointer) => number
}

/** A file that PDFium has opened. */
export type OpenPdf = { readonly pdfium: Pdfium; readonly document: Pointer }

const noMemory = 'PDFium is out of memory'

/** From `FPDF_GetLastError`: password missing or wrong, and an unknown protection scheme. */
const [passwordError, schemeError] = [4, 5]

/**
 * A fresh library instance per document: its memory, which never shrinks, is freed once nothing references it.
 * @param password the user's or the owner's; tried before none, so that one which is not needed does no harm
 * @throws Problem `encrypted_pdf`, `wrong_password`, `unreadable_file`
 */
export async function openDocument(bytes: Uint8Array, password?: string): Promise<OpenPdf> {
  // The package's types omit most of the functions it exports.
  const pdfium = (await PDFiumModule(await pdfiumOptions())) as unknown as Pdfium
  return orUnreadable(() => {
    pdfium._FPDF_InitLibrary()
    const file = pdfium.wasmExports.malloc(bytes.length)
    if (file === 0) throw new Error(noMemory)
    pdfium.HEAPU8.set(bytes, file)
    const load = (words: Pointer) => pdfium._FPDF_LoadMemDocument(file, bytes.length, words)
    const document = (password && withText(pdfium, password, load)) || load(0)
    if (document === 0) throw refusal(pdfium._FPDF_GetLastError(), password)
    return { pdfium, document }
  })
}

/** Whatever makes PDFium give up is the file's fault, even when it asked for more memory than allowed. */
function orUnreadable<Result>(use: () => Result): Result {
  try {
    return use()
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(String(error))
  }
}

/** Called when work on a page begins and ends, so that its CPU time can be bounded. */
let onPage: (begins: boolean) => void = () => {}

export function watchPages(watcher: typeof onPage): void {
  onPage = watcher
}

/**
 * @param index counted from 0
 * @throws Problem `unreadable_file` when the page cannot be read
 */
export function withPage<Result>(
  { pdfium, document }: OpenPdf,
  index: number,
  use: (page: PageHandle) => Result,
): Result {
  onPage(true)
  return orUnreadable(() => {
    const page = pdfium._FPDF_LoadPage(document, index)
    if (page === 0) throw unreadable(`page ${index + 1} cannot be read`)
    try {
      return use(page)
    } finally {
      pdfium._FPDF_ClosePage(page)
      onPage(false)
    }
  })
}

/** Allocates memory in PDFium's heap while `use` runs. */
export function withMemory<Result>(
  { wasmExports }: Pdfium,
  bytes: number,
  use: (at: Pointer) => Result,
): Result {
  const at = wasmExports.malloc(bytes)
  if (at === 0) throw new Error(noMemory)
  try {
    return use(at)
  } finally {
    wasmExports.free(at)
  }
}

/** Keeps a text in PDFium's heap, as C does, while `use` runs. */
function withText<Result>(pdfium: Pdfium, text: string, use: (at: Pointer) => Result): Result {
  const bytes = Buffer.from(`${text}\0`)
  return withMemory(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at)
    return use(at)
  })
}

function refusal(error: number, password: string | undefined): Problem {
  const reason = `PDFium opened nothing: error ${error}`
  if (error === passwordError) return because(reason, password ? 'wrong_password' : 'encrypted_pdf')
  return because(reason, error === schemeError ? 'pdf_protection_unknown' : 'unreadable_file')
}

function unreadable(reason: string): Problem {
  return because(reason, 'unreadable_file')
}

function because(
  reason: string,
  sentence: 'encrypted_pdf' | 'wrong_password' | 'pdf_protection_unknown' | 'unreadable_file',
): Problem {
  return Object.assign(new Problem(sentence), { cause: new Error(reason) })
}
