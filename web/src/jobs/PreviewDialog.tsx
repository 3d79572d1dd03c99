import { useId, useRef, useState } from 'react'
import { frCamscan } from '../messages-camscan.fr.ts'
import { fr } from '../messages.fr.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'

type PreviewProps = { src: string; title: string; name: string; alt: string; onClose: () => void }

const zoomStep = 1.5
const zoomMax = 8

/** A picture over the whole window, with its zoom; 1 is the size that fits. */
export function PreviewDialog({ src, title, name, alt, onClose }: PreviewProps) {
  const id = useId()
  const [zoom, setZoom] = useState(1)
  const stage = useRef<HTMLDivElement>(null)
  const [fitted, setFitted] = useState<Fitted | null>(null)
  const by = (factor: number) => setZoom((now) => Math.min(zoomMax, Math.max(1, now * factor)))
  const keys: Record<string, () => void> = {
    '+': () => by(zoomStep),
    '-': () => by(1 / zoomStep),
    '0': () => setZoom(1),
  }
  return (
    <Dialog className="fs" labelledBy={id} onClose={onClose}>
      <div className="fs-h">
        <h2 id={id}>{title}</h2>
        <span>{name}</span>
        <button type="button" className="btn btn-ic" aria-label={fr.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="fs-c" ref={stage} tabIndex={0} onKeyDown={({ key }) => keys[key]?.()}>
        <img
          src={src}
          alt={alt}
          onLoad={({ currentTarget }) => setFitted(fit(currentTarget, stage.current))}
          style={
            fitted ? { width: fitted.width * zoom, height: fitted.height * zoom } : { visibility: 'hidden' }
          }
        />
      </div>
      <div className="fs-f">
        <ZoomButton icon="minus" label={frCamscan.preview.zoomOut} disabled={zoom <= 1} onClick={keys['-']} />
        <span className="mono">{frCamscan.preview.scale(Math.round((fitted?.scale ?? 1) * zoom * 100))}</span>
        <ZoomButton
          icon="plus"
          label={frCamscan.preview.zoomIn}
          disabled={zoom >= zoomMax}
          onClick={keys['+']}
        />
        <ZoomButton icon="fit" label={frCamscan.preview.fit} disabled={zoom === 1} onClick={keys['0']} />
      </div>
    </Dialog>
  )
}

type ZoomButtonProps = {
  icon: 'minus' | 'plus' | 'fit'
  label: string
  disabled: boolean
  onClick: (() => void) | undefined
}

function ZoomButton({ icon, label, ...rest }: ZoomButtonProps) {
  return (
    <button type="button" className="btn btn-ic" aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}

type Fitted = {
  readonly width: number
  readonly height: number
  /** Pixels of the screen per pixel of the picture. */
  readonly scale: number
}

/** The largest size of the picture that shows all of it, never larger than it is. */
function fit(image: HTMLImageElement, stage: HTMLElement | null): Fitted {
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = stage ? Math.min(1, (stage.clientWidth - 32) / width, (stage.clientHeight - 32) / height) : 1
  return { width: width * scale, height: height * scale, scale }
}
