import { create } from 'zustand'

export type Progress = { readonly text: string; readonly current?: number; readonly total?: number }

type Notices = { readonly alert: string | null; readonly loader: Progress | null }

/** At most one alert and one loader, over the whole page. */
export const useNotices = create<Notices>(() => ({ alert: null, loader: null }))

export function showAlert(text: string): void {
  useNotices.setState({ alert: text })
}

export function showLoader(loader: Progress): void {
  useNotices.setState({ loader })
}

export function hideLoader(): void {
  useNotices.setState({ loader: null })
}

/** Shows `text` in the loader during `work`. */
export async function withLoader<T>(text: string, work: () => Promise<T>): Promise<T> {
  showLoader({ text })
  try {
    return await work()
  } finally {
    hideLoader()
  }
}

/** Quicker work shows no loader, which would only flash; a loader once shown stays long enough to read. */
const unseenMaxMs = 150
const seenMinMs = 400

/** Shows `text` in the loader during `work`, unless `work` is quick. */
export async function withLoaderIfSlow<T>(text: string, work: () => Promise<T>): Promise<T> {
  let readable = Promise.resolve()
  const timer = setTimeout(() => {
    showLoader({ text })
    readable = new Promise((resolve) => setTimeout(resolve, seenMinMs))
  }, unseenMaxMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    await readable
    hideLoader()
  }
}
