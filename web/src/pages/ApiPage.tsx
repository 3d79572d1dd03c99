import { apiUrl } from '../api/client.ts'
import { fr } from '../messages.fr.ts'
import { Icon } from '../ui/Icon.tsx'
import '../styles/pages.css'
import { PageTitle } from './PageTitle.tsx'

export default function ApiPage() {
  return (
    <div className="wrap">
      <div className="page-h">
        <div>
          <PageTitle title={fr.api.title}>{fr.api.title}</PageTitle>
          <p>{fr.api.lead}</p>
        </div>
        <a className="btn btn-s" href={apiUrl('/api/openapi.json')} target="_blank" rel="noopener">
          {fr.api.openapi} <Icon name="outside" />
          <span className="vh">{fr.api.newTab}</span>
        </a>
      </div>
      <p className="cost">
        <i className="sq" />
        {fr.api.cost}
      </p>
      <p className="honest">{fr.api.notOpen}</p>
    </div>
  )
}
