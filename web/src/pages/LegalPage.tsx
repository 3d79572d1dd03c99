import { fr } from '../messages.fr.ts'
import '../styles/pages.css'
import { PageTitle } from './PageTitle.tsx'

type LegalText = 'legalNotice' | 'terms' | 'privacy' | 'accessibility'

export default function LegalPage({ text }: { text: LegalText }) {
  const title = fr.legal[text]
  return (
    <div className="wrap">
      <div className="page-h">
        <div>
          <PageTitle title={title}>{title}</PageTitle>
          <p className="honest">{fr.legal.notOpen}</p>
        </div>
      </div>
    </div>
  )
}
