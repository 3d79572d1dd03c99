import { pagePaths } from '@equerre/contract/pages'
import { Link } from 'react-router'
import { useServiceOrigin } from '../api/page-facts.ts'
import { fr } from '../messages.fr.ts'
import { Icon } from '../ui/Icon.tsx'
import { productName } from '../words/product-name.ts'
import '../styles/home.css'
import { Demonstration } from './Demonstration.tsx'
import { PageTitle } from './PageTitle.tsx'
import { ToolLoop } from './ToolLoop.tsx'

export default function HomePage() {
  return (
    <>
      <section className="hero">
        <div className="hero-l">
          <PageTitle title={fr.home.title}>
            <span>{productName}</span>
          </PageTitle>
          <p className="lead">
            <strong>{fr.home.promise}</strong>
            {fr.home.lead}
          </p>
          <div className="acts">
            <a className="btn btn-p btn-lg" href="#outils">
              {fr.home.toTools}
            </a>
            <Link className="btn btn-s btn-lg" to={pagePaths.api}>
              {fr.home.toApi}
            </Link>
          </div>
          <p className="note">
            <i className="sq" />
            {fr.home.gift}
          </p>
        </div>
        <Demonstration />
      </section>
      <Tools />
      <ApiSection />
    </>
  )
}

function Tools() {
  return (
    <section className="band wrap" id="outils">
      <div className="split">
        <div>
          <h2>{fr.home.tools}</h2>
          <p>{fr.home.toolsNote}</p>
        </div>
        <div className="tools">
          <article className="tool cross">
            <div className="vid">
              <ToolLoop />
            </div>
            <div className="txt">
              <h3>
                <Link to={pagePaths.camscan}>{fr.camscan.title}</Link>
              </h3>
              <p>{fr.home.toolText}</p>
              <p className="facts">
                <span>{fr.home.toolFormats}</span>
                <span>{fr.home.toolBatch}</span>
              </p>
              <div className="go">
                <span className="cost">
                  <i className="sq" />
                  {fr.home.toolCost}
                </span>
                <Icon name="arrow" />
              </div>
            </div>
          </article>
        </div>
      </div>
    </section>
  )
}

function ApiSection() {
  const origin = useServiceOrigin()
  return (
    <section className="band wrap" id="api">
      <div className="split">
        <div>
          <h2>{fr.home.api}</h2>
          <p>{fr.home.apiText}</p>
          <p className="more">
            <Link className="btn btn-s" to={pagePaths.api}>
              {fr.home.readApi}
            </Link>
          </p>
        </div>
        <div className="code cross">
          <div className="bar">{fr.home.request}</div>
          <pre tabIndex={0} lang="en">
            <u>curl</u> {`${origin}/api/v1/detourage \\\n  -H `}
            <b>&quot;X-API-Key: eq_live_…&quot;</b>
            {' \\\n  -F '}
            <b>{`"file=@${fr.home.sampleFile}"`}</b>
          </pre>
          <pre tabIndex={0} lang="en">
            {'{\n  "status": '}
            <b>&quot;OK&quot;</b>
            {',\n  "confidence": '}
            <b>0.98</b>
            {',\n  "dpi": '}
            <b>300</b>
            {
              ',\n  "artifacts": {\n    "warped_path": "/api/v1/detourage/artifacts/7b1c…-warped.png",\n    …\n  }\n}'
            }
          </pre>
        </div>
      </div>
    </section>
  )
}
