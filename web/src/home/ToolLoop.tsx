import { useEffect, useRef, useState } from 'react'
import { shellWords } from '#words/shell'
import { Icon } from '../ui/Icon.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'

/** The tool at work, over and over: silent, and still for who wants less motion or fewer bytes. */
export function ToolLoop() {
  const film = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    // Refused where films may not start by themselves; the button then still offers it.
    if (allowsMotion()) film.current?.play().catch(() => {})
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
