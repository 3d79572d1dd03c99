import { Fragment, useContext } from 'react'
import { Link } from 'react-router'
import { PageFactsContext } from '../api/page-facts.ts'
import { fr } from '../messages.fr.ts'
import { typo } from '../typo.ts'
import { piecesOf, type Block, type LegalText, type Piece } from './legal-text.ts'

/** The chapters of a legal text, with the operator's details in their places. */
export function LegalSections({ text }: { text: LegalText }) {
  const operator = useContext(PageFactsContext)?.operator
  const gaps = operator && Object.values(operator).some((value) => value.startsWith('['))
  return (
    <div className="legal">
      {text.note && (
        <p className="honest">
          <a href={text.note.path} hrefLang={text.note.language}>
            {text.note.text}
          </a>
        </p>
      )}
      {gaps && <p className="honest">{fr.legal.gaps}</p>}
      {text.sections.map(({ title, blocks }) => (
        <section key={title}>
          <h2>{typo(title)}</h2>
          {blocks.map((block, index) => (
            <Paragraphs key={index} block={block} />
          ))}
        </section>
      ))}
      <p className="faint">{fr.legal.updated(text.updated)}</p>
    </div>
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
  return piecesOf(typo(text)).map((piece, index) => (
    <Fragment key={index}>
      <Shown piece={piece} />
    </Fragment>
  ))
}

function Shown({ piece }: { piece: Piece }) {
  const operator = useContext(PageFactsContext)?.operator
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'detail') return <span className="detail">{operator?.[piece.name] ?? '…'}</span>
  const { path, text } = piece
  const inside = path.startsWith('/') && !path.startsWith('/docs/')
  return inside ? <Link to={path}>{text}</Link> : <a href={path}>{text}</a>
}
