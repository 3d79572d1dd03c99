/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API when it is not the page's own, without a slash at the end. */
  readonly VITE_API_BASE?: string
}
