import { useEffect, useState } from 'react'

/** The picture at `src` once it is decoded; null until then, `failed` when it cannot be shown. */
export function usePhoto(src: string): HTMLImageElement | 'failed' | null {
  const [loaded, setLoaded] = useState<{ src: string; photo: HTMLImageElement | 'failed' } | null>(null)
  useEffect(() => {
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
  return loaded?.src === src ? loaded.photo : null
}
