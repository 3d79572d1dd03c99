import { useId } from 'react'
import { fr } from '../messages.fr.ts'
import { Dialog } from './Dialog.tsx'
import { useNotices } from './notices.ts'
import type { Progress } from './notices.ts'

/** The alert and the loader that stand over every page. */
export function Notices() {
  const { alert, loader } = useNotices()
  return (
    <>
      {loader && <Loader progress={loader} />}
      {alert !== null && <Alert text={alert} onClose={() => useNotices.setState({ alert: null })} />}
    </>
  )
}

function Alert({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog className="dlg ask" role="alertdialog" labelledBy={id} onClose={onClose}>
      <p id={id} className="say">
        {text}
      </p>
      <div className="acts">
        <button type="button" className="btn btn-p" onClick={onClose}>
          {fr.ok}
        </button>
      </div>
    </Dialog>
  )
}

function Loader({ progress: { text, current, total } }: { progress: Progress }) {
  const id = useId()
  const counted = current !== undefined && total !== undefined && total > 0
  return (
    <Dialog className="dlg load" labelledBy={id}>
      <svg viewBox="0 0 128 128" aria-hidden="true">
        <path className="ln-c" d="M24 0V128M104 0V128M8 8H120M8 112H120" />
        <path className="ln-a leaf" d="M24 8h80v104H24zM40 32h24M40 50h48M40 60h48M40 70h32" />
      </svg>
      <p id={id} className="t" role="status">
        {text}
      </p>
      {counted && (
        <>
          <p className="mono">
            {current}/{total}
          </p>
          <div className="prog">
            <i style={{ width: `${(100 * current) / total}%` }} />
          </div>
        </>
      )}
    </Dialog>
  )
}
