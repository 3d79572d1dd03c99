import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import type { OperatorDetail } from '@equerre/contract/operator'
import { operatorWords } from '#words/contract'
import { Fragment, useContext } from 'react'
import { Link } from 'react-router'
import { PageFactsContext } from '../api/page-facts.ts'
import { shellWords } from '#words/shell'
import { applyTypography } from '#words/typography'
import { idOf, piecesOf, type Block, type LegalText, type Piece } from './legal-text.ts'
import { classes } from '../ui/classes.ts'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './LegalSections.module.css'

/** The sections of a legal text, with the operator's details filled in, beside their contents. */
export function LegalSections({ text }: { text: LegalText }) {
  const operator = useContext(PageFactsContext)?.operator
  const gaps = operator && Object.values(operator).includes(null)
  return (
    <div className={styles.page}>
      <Contents text={text} />
      <div className={styles.sections}>
        {text.note && (
          <p className={classes(prose.remark, styles.note)}>
            <a href={text.note.path} hrefLang={text.note.language}>
              {text.note.text}
            </a>
          </p>
        )}
        {gaps && <p className={classes(prose.remark, styles.note)}>{shellWords.legal.gaps}</p>}
        {text.sections.map(({ title, blocks }) => (
          <section key={title} id={idOf(title)}>
            <h2>{applyTypography(title)}</h2>
            {blocks.map((block, index) => (
              <Paragraphs key={index} block={block} />
            ))}
          </section>
        ))}
        <p className={prose.faint}>{shellWords.legal.updated(text.updated)}</p>
      </div>
    </div>
  )
}

function Contents({ text }: { text: LegalText }) {
  return (
    <nav aria-label={shellWords.legal.contents} className={styles.contents}>
      <ul>
        {text.sections.map(({ title }) => (
          <li key={title}>
            <a href={`#${idOf(title)}`}>{applyTypography(title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Paragraphs({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{<Prose text={block} />}</p>
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>
          <Prose text={point} />
        </li>
      ))}
    </ul>
  )
}

export function Prose({ text }: { text: string }) {
  return piecesOf(applyTypography(text)).map((piece, index) => (
    <Fragment key={index}>
      <Shown piece={piece} />
    </Fragment>
  ))
}

function Shown({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'detail') return <Detail name={piece.name} />
  const { path, text } = piece
  const inside = path.startsWith('/') && !path.startsWith('/docs/')
  return inside ? (
    <Link to={path}>{text}</Link>
  ) : (
    <a href={path.startsWith('/') ? addressIn(language, path) : path}>{text}</a>
  )
}

/** A missing detail shows its name in square brackets, so that nobody mistakes it for the real one. */
function Detail({ name }: { name: OperatorDetail }) {
  const operator = useContext(PageFactsContext)?.operator
  return (
    <span className={styles.detail}>{operator ? (operator[name] ?? `[${operatorWords[name]}]`) : '…'}</span>
  )
}
