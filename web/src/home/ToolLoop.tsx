import { useEffect, useRef, useState } from 'react'
import { shellWords } from '#words/shell'
import { Icon } from '../ui/drawings/Icon.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'

/**
 * A silent video loop of the tool, loaded once it comes into view; paused for users who prefer less motion or less
 * data.
 */
export function ToolLoop() {
  const film = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    const video = film.current
    if (video === null || !allowsMotion()) return
    const sight = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      sight.disconnect()
      // Rejected where autoplay is blocked; the button still works.
      video.play().catch(() => {})
    })
    sight.observe(video)
    return () => sight.disconnect()
  }, [])
  const toggle = () => {
    if (playing) film.current?.pause()
    else void film.current?.play()
  }
  return (
    <>
      <video
        ref={film}
        src="/img/boucle.webm"
        poster="/img/boucle.webp"
        width="880"
        height="660"
        loop
        muted
        playsInline
        preload="none"
        aria-label={shellWords.home.loop}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        className={classes(button.secondary, button.square)}
        aria-label={playing ? shellWords.home.pauseLoop : shellWords.home.playLoop}
        onClick={toggle}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
    </>
  )
}

function allowsMotion(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return !matchMedia('(prefers-reduced-motion: reduce)').matches && connection?.saveData !== true
}
