import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import type { ReactNode } from 'react'
import { CodeSample, colouredAnswer } from '../account/samples/CodeSample.tsx'
import { KeyBlock } from '../account/keys/KeyBlock.tsx'
import { ProgramTabs } from '../account/samples/ProgramTabs.tsx'
import { chainSamples, oneShotSamples, uploadAnswer, uploadSample } from '../account/samples/code-samples.ts'
import { useServiceOrigin } from '../api/page-facts.ts'
import { accountWords } from '#words/account'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Icon } from '../ui/drawings/Icon.tsx'
import { PageTitle } from '../shell/PageTitle.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './ApiPage.module.css'
import * as table from '../ui/sheets/table.module.css'

const { api: words } = accountWords

export default function ApiPage() {
  const origin = useServiceOrigin()
  return (
    <div className={layout.column}>
      <div className={layout.pageHead}>
        <div>
          <PageTitle title={words.title}>{words.title}</PageTitle>
          <p>{words.lead}</p>
        </div>
        <a className={button.secondary} href={addressIn(language, '/docs/')} target="_blank" rel="noopener">
          {words.reference} <Icon name="outside" />
          <span className={prose.unseen}>{words.newTab}</span>
        </a>
      </div>
      <div className={styles.chapters}>
        <Chapter title={words.key} text={words.keyText}>
          <KeyBlock />
          <p className={classes(credit.cost, styles.cost)}>
            <i className={credit.square} />
            <span>
              {words.costStart}
              <Word>rectify</Word>
              {words.costEnd}
            </span>
          </p>
        </Chapter>
        <Chapter
          title={words.send}
          text={
            <>
              {words.sendStart}
              <Word>ingestion_id</Word>
              {words.sendEnd}
            </>
          }
        >
          <CodeSample title={words.request} code={uploadSample(origin)}>
            <pre tabIndex={0} lang="en">
              {colouredAnswer(uploadAnswer)}
            </pre>
          </CodeSample>
        </Chapter>
        <Chapter title={words.chain} text={<ChainText />}>
          <ProgramTabs title={words.program} programs={chainSamples} origin={origin} />
        </Chapter>
        <Chapter title={words.oneShot} text={words.oneShotText}>
          <ProgramTabs title={words.oneShotProgram} programs={oneShotSamples} origin={origin} />
        </Chapter>
        <Chapter title={words.clients} text={<ClientsText />}>
          <Clients />
        </Chapter>
        <Chapter title={words.statuses} text={words.statusesText}>
          <Statuses />
        </Chapter>
      </div>
    </div>
  )
}

function Chapter({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}

function Word({ children }: { children: string }) {
  return (
    <code className={prose.mono} lang="en">
      {children}
    </code>
  )
}

function ChainText() {
  return (
    <>
      {words.chainStart}
      <Word>status</Word>
      {words.chainMiddle}
      <Word>REVIEW_REQUIRED</Word>
      {words.chainEnd} {words.chainPicturesStart}
      <Word>warped_path</Word>
      {', '}
      <Word>screen_path</Word>
      {words.chainPicturesAnd}
      <Word>thumb_path</Word>
      {words.chainPicturesEnd} {words.chainNeeds}
    </>
  )
}

function ClientsText() {
  return (
    <>
      {words.clientsStart}
      <Word>EQUERRE_API_KEY</Word>
      {words.clientsAnd}
      <Word>EQUERRE_URL</Word>
      {words.clientsEnd}
    </>
  )
}

const clients = [
  { name: 'JavaScript, TypeScript', command: 'npm install @equerre/client' },
  { name: 'Python', command: 'pip install equerre' },
  { name: words.terminal, command: 'npm install --global @equerre/cli' },
  { name: 'n8n', command: 'n8n-nodes-equerre' },
  { name: words.assistants, command: 'npx @equerre/mcp' },
] as const

function Clients() {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{words.clientName}</th>
          <th scope="col">{words.clientCommand}</th>
        </tr>
      </thead>
      <tbody>
        {clients.map(({ name, command }) => (
          <tr key={command}>
            <td>{name}</td>
            <td>
              <Word>{command}</Word>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const statuses = [
  { status: 'OK', advice: words.ok, credits: 1 },
  { status: 'REVIEW_REQUIRED', advice: words.review, credits: words.reviewCredits },
  { status: 'NOT_FOUND', advice: words.notFound, credits: 0 },
] as const

function Statuses() {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.advice}</th>
          <th scope="col">{words.credit}</th>
        </tr>
      </thead>
      <tbody>
        {statuses.map(({ status, advice, credits }) => (
          <tr key={status}>
            <td>
              <StatusBadge status={status} />
            </td>
            <td>{advice}</td>
            <td className={prose.mono}>{credits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
