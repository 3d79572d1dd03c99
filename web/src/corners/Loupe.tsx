import type { Point } from '@equerre/geometry/point'
import type { PreviewQuad } from '@equerre/geometry/spaces'
import { handlePlace } from './quad/handles.ts'
import type { Handle } from './quad/handles.ts'
import * as styles from './Loupe.module.css'

type LoupeProps = {
  readonly photo: HTMLImageElement
  readonly quad: PreviewQuad
  readonly handle: Handle
  /** Screen pixels per photo pixel on the stage. */
  readonly scale: number
}

const magnification = 3

/** A 3× magnifier of the spot under the handle, on the other half of the stage so no finger covers it. */
export function Loupe({ photo, quad, handle, scale }: LoupeProps) {
  const [x, y] = handlePlace(quad, handle)
  const zoom = scale * magnification
  const side = x < photo.naturalWidth / 2 ? 'right' : 'left'
  return (
    <div className={styles.loupe} data-loupe={side} aria-hidden="true">
      <img
        src={photo.src}
        alt=""
        style={{
          width: photo.naturalWidth * zoom,
          left: `calc(50% - ${x * zoom}px)`,
          top: `calc(50% - ${y * zoom}px)`,
        }}
      />
      <svg viewBox="-104 -104 208 208">
        <path className={styles.trace} d={outline(quad, { origin: [x, y], zoom })} />
        <path className={styles.hairCasing} d={hair} />
        <path className={styles.hair} d={hair} />
        <path className={styles.aim} d="M-5.500 -5.500h11v11h-11z" />
      </svg>
      <span className={styles.magnification}>× {magnification}</span>
    </div>
  )
}

const hair = 'M0 -104V-16M0 16V104M-104 0H-16M16 0H104'

function outline(quad: PreviewQuad, { origin, zoom }: { origin: Point; zoom: number }): string {
  const points = quad.map(([x, y]) => `${(x - origin[0]) * zoom} ${(y - origin[1]) * zoom}`)
  return `M${points.join('L')}Z`
}
