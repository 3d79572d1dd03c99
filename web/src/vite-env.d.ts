/// <reference types="vite/types/importMeta.d.ts" />

interface ImportMetaEnv {
  /** Origin of the API when it is not the page's own, without a slash at the end. */
  readonly VITE_API_BASE?: string
}

interface Window {
  /** The button that was pressed last; public/early.js keeps it. */
  readonly pressed?: HTMLElement | null
}
