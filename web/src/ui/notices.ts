import { create } from 'zustand'

export type Progress = { readonly text: string; readonly current?: number; readonly total?: number }

type Notices = { readonly alert: string | null; readonly loader: Progress | null }

/** What stands over the whole page: one alert, one loader. */
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

/** Shows `text` while `work` lasts. */
export async function withLoader<T>(text: string, work: () => Promise<T>): Promise<T> {
  showLoader({ text })
  try {
    return await work()
  } finally {
    hideLoader()
  }
}

/** Shorter work shows no loader: it would only flash. One that is shown stays long enough to be read. */
const unseenMaxMs = 150
const seenMinMs = 400

/** Shows `text` while `work` lasts, if that is long enough to be seen. */
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
