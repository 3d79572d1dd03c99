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
