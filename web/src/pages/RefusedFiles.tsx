import { useDesk } from '../jobs/store.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { fr } from '../messages.fr.ts'

/** Files that were not taken, each with its reason; the others went on. */
export function RefusedFiles() {
  const refused = useDesk((desk) => desk.refused)
  if (refused.length === 0) return null
  return (
    <section className="refused">
      <h2>{frCamscan.desk.refusedTitle(refused.length)}</h2>
      <button type="button" className="btn btn-g btn-sm" onClick={() => useDesk.setState({ refused: [] })}>
        {fr.close}
      </button>
      <ul>
        {refused.map(({ name, reason }, index) => (
          <li key={index}>
            <b>{name}</b> · {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
