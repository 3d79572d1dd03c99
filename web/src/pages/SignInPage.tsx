import { pagePaths } from '@equerre/contract/pages'
import { Link } from 'react-router'
import { fr } from '../messages.fr.ts'
import { SetSquare } from '../ui/figures.tsx'
import '../styles/pages.css'
import { PageTitle } from './PageTitle.tsx'

export default function SignInPage({ mode }: { mode: 'login' | 'register' }) {
  const title = fr.signIn[mode]
  return (
    <div className="wrap">
      <div className="signin cross">
        <div className="l">
          <PageTitle title={title}>{title}</PageTitle>
          <p>{fr.signIn.text}</p>
          <p className="honest">{fr.account.notOpen}</p>
          <Link className="btn btn-s btn-lg" to={pagePaths.camscan}>
            {fr.signIn.continueAsGuest}
          </Link>
        </div>
        <div className="r">
          <svg className="figure" viewBox="0 0 420 420" width="420" aria-hidden="true">
            <path className="ln-c" d="M110 -200V640M310 -200V640M-200 60H640M-200 343H640" />
            <path className="ln-f" d="M110 60h200v283H110z" />
            <path className="ln-a" d="M110 313h30v30" />
            <path className="ln-t" d="M138 100h64M138 140h144M138 158h144M138 176h144M138 194h96" />
            <g transform="translate(110 343) scale(.9)">
              <SetSquare frame="tri" scale="tri-t" />
            </g>
          </svg>
        </div>
      </div>
    </div>
  )
}
