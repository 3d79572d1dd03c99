/// <reference types="vite/types/importMeta.d.ts" />

interface ImportMetaEnv {
  /** Origin of the API if not the page's own, without a trailing slash. */
  readonly VITE_API_BASE?: string
}

interface Window {
  /** The last button pressed, recorded by public/early.js. */
  readonly pressed?: HTMLElement | null
}
