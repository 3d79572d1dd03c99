import { pagePaths } from '@equerre/contract/pages'
import { Link, useNavigate } from 'react-router'
import { useServiceOrigin } from '../api/page-facts.ts'
import { onlineQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
import { shellWords } from '#words/shell'
import { Icon } from '../ui/drawings/Icon.tsx'
import { showAlert } from '../ui/notices/notices.ts'
import { PickButton } from '../ui/PickButton.tsx'
import { productName } from '../words/product-name.ts'
import { Demonstration } from '../home/Demonstration.tsx'
import { useDropOn } from '../home/use-drop-on.ts'
import { handOver } from '../jobs/intake/hand-over.ts'
import { PageTitle } from '../shell/PageTitle.tsx'
import { ToolLoop } from '../home/ToolLoop.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as sample from '../ui/sheets/sample.module.css'
import * as styles from './HomePage.module.css'

export default function HomePage() {
  return (
    <>
      <Hero />
      <Tools />
      <ApiSection />
    </>
  )
}

/** The promise, beside its demonstration. Files dropped anywhere on it, or chosen, go to the desk. */
function Hero() {
  const navigate = useNavigate()
  const disabled = useAnswer(onlineQuery) === false
  const onFiles = (files: readonly File[], unread?: readonly string[]) => {
    if (disabled) return showAlert(shellWords.home.away)
    handOver(files, unread)
    void navigate(pagePaths.camscan)
  }
  const { dragged, handlers } = useDropOn(onFiles)
  return (
    <section className={styles.hero} {...handlers} data-hero>
      <div className={styles.intro}>
        <PageTitle title={shellWords.home.title}>
          <span>{productName}</span>
        </PageTitle>
        <p className={classes(prose.lead, styles.promise)}>
          <strong>{shellWords.home.promise}</strong>
          {shellWords.home.lead}
        </p>
        <div className={styles.choose}>
          <PickButton
            className={classes(button.primary, button.large)}
            label={shellWords.home.choose}
            {...{ disabled, onFiles }}
          />
          <span className={classes(prose.muted, layout.wideOnly)}>{shellWords.home.orDrop}</span>
        </div>
        <div className={styles.actions}>
          <a className={button.secondary} href="#outils">
            {shellWords.home.toTools}
          </a>
          <Link className={button.secondary} to={pagePaths.api}>
            {shellWords.home.toApi}
          </Link>
        </div>
        <p className={styles.note}>
          <i className={credit.square} />
          {shellWords.home.gift}
        </p>
      </div>
      <Demonstration />
      {dragged !== null && (
        <div className={styles.overlay} data-drop-overlay>
          <p className={layout.crossed}>{shellWords.home.dropNow(dragged)}</p>
        </div>
      )}
    </section>
  )
}

function Tools() {
  return (
    <section className={classes(styles.band, layout.column)} id="outils">
      <div className={styles.split}>
        <div>
          <h2>{shellWords.home.tools}</h2>
          <p>{shellWords.home.toolsNote}</p>
        </div>
        <div className={styles.tools}>
          <article className={classes(styles.tool, layout.crossed)}>
            <div className={styles.film}>
              <ToolLoop />
            </div>
            <div className={styles.text}>
              <h3>
                <Link to={pagePaths.camscan}>{shellWords.camscan.title}</Link>
              </h3>
              <p>{shellWords.home.toolText}</p>
              <p className={styles.facts}>
                <span>{shellWords.home.toolFormats}</span>
                <span>{shellWords.home.toolBatch}</span>
              </p>
              <div className={styles.open}>
                <span className={credit.cost}>
                  <i className={credit.square} />
                  {shellWords.home.toolCost}
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
    <section className={classes(styles.band, layout.column)} id="api">
      <div className={styles.split}>
        <div>
          <h2>{shellWords.home.api}</h2>
          <p>{shellWords.home.apiText}</p>
          <p className={styles.more}>
            <Link className={button.secondary} to={pagePaths.api}>
              {shellWords.home.readApi}
            </Link>
          </p>
        </div>
        <div className={classes(sample.frame, layout.crossed)}>
          <div className={sample.bar}>{shellWords.home.request}</div>
          <pre tabIndex={0} lang="en">
            <u>curl</u> {`${origin}/api/v1/detourage \\\n  -H `}
            <b>&quot;X-API-Key: eq_live_…&quot;</b>
            {' \\\n  -F '}
            <b>{`"file=@${shellWords.home.sampleFile}"`}</b>
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
