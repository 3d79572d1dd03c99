import { useEffect, useState } from 'react'
import { useFetched } from '../jobs/kept/fetched.ts'

/** The decoded picture at `path` of the service; null until then, `failed` if it cannot be shown. */
export function usePhoto(path: string | null): HTMLImageElement | 'failed' | null {
  const { url: src, failed } = useFetched(path)
  const [loaded, setLoaded] = useState<{ src: string; photo: HTMLImageElement | 'failed' } | null>(null)
  useEffect(() => {
    if (src === null) return
    let wanted = true
    const photo = new Image()
    photo.src = src
    const settle = (result: HTMLImageElement | 'failed') => {
      if (wanted) setLoaded({ src, photo: result })
    }
    photo.decode().then(
      () => settle(photo),
      () => settle('failed'),
    )
    return () => {
      wanted = false
    }
  }, [src])
  if (failed || path === null) return 'failed'
  return loaded?.src === src ? loaded.photo : null
}
