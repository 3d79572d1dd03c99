declare module 'libheif-js/wasm-bundle.js' {
  /** Addresses in the module's memory, freed only by `_free` and `_release`. */
  export type ContextPointer = { readonly pointer: unique symbol }
  export type HandlePointer = { readonly pointer: unique symbol; readonly $$: { readonly ptr: number } }
  type ImagePointer = { readonly pointer: unique symbol }
  type Constant = { readonly value: number }
  type Failure = { readonly code: Constant; readonly message: string }
  type Decoded = {
    readonly image: ImagePointer
    readonly channels: readonly {
      readonly width: number
      readonly height: number
      /** Bytes from one row to the next. */
      readonly stride: number
      readonly data: Uint8Array
    }[]
  }
  const libheif: {
    readonly HEAPU8: Uint8Array
    readonly HEAP32: Int32Array
    readonly HEAPU32: Uint32Array
    _malloc(bytes: number): number
    _free(at: number): void
    /** The C library's functions take addresses; the first argument is where they write the error. */
    _heif_image_handle_get_raw_color_profile_size(handle: number): number
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, to: number): void
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, to: number): void
    _heif_nclx_color_profile_free(profile: number): void
    readonly heif_error_code: { readonly heif_error_Ok: Constant }
    readonly heif_colorspace: { readonly heif_colorspace_RGB: Constant }
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: Constant }
    heif_context_alloc(): ContextPointer | null
    heif_context_read_from_memory(context: ContextPointer, bytes: Uint8Array): Failure
    heif_context_free(context: ContextPointer): void
    heif_js_context_get_primary_image_handle(context: ContextPointer): HandlePointer | Failure
    heif_image_handle_get_width(handle: HandlePointer): number
    heif_image_handle_get_height(handle: HandlePointer): number
    heif_image_handle_release(handle: HandlePointer): void
    heif_js_decode_image2(
      handle: HandlePointer,
      colorspace: Constant,
      chroma: Constant,
    ): Decoded | Failure | undefined
    heif_image_release(image: ImagePointer): void
  }
  export default libheif
}
