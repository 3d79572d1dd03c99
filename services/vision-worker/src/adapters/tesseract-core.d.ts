declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** Tesseract's `TessBaseAPI`, as far as we use it. */
  type TessBaseAPI = {
    /** @param engine 1: the LSTM network alone; @returns 0 on success */
    Init(folder: string, language: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** Reads the file `/input`; the page's turn and slope are taken as they are. @returns 0 on success */
    SetImageFile(exifOrientation: number, radians: number): number
    /** @returns 0 on success */
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    Clear(): void
  }
  type Core = {
    readonly FS: {
      writeFile(path: string, bytes: Uint8Array): void
      unlink(path: string): void
    }
    readonly TessBaseAPI: new () => TessBaseAPI
  }
  type Settings = { readonly print: (line: string) => void; readonly printErr: (line: string) => void }
  export default function open(settings: Settings): Promise<Core>
}
