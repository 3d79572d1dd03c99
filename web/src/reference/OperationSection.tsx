import { Fragment } from 'react'
import { referenceWords as words } from '#words/reference'
import { accessOf, scopesOf, type Operation } from './document.ts'
import { Prose } from './Prose.tsx'
import { Samples } from './Samples.tsx'
import { Table } from './Table.tsx'
import { answerOf, answerRows, parameterRows, refusalsOf } from './rows.ts'
import { schemaRows, type Row } from './schema.ts'
import { classes } from '../ui/classes.ts'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './OperationSection.module.css'

/** One operation: its parameters, its answers, and its errors. */
export function OperationSection({ operation }: { operation: Operation }) {
  const { operationId, method, path, summary, responses, requestBody } = operation
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return (
    <section id={operationId} className={styles.operation}>
      <div className={styles.text}>
        <h3 className={prose.mono}>
          <span className={styles.method}>{method}</span> {breakable(path)}
        </h3>
        <p>
          <Prose text={summary} />
        </p>
        <p className={prose.muted}>
          {words.auth(words.access[accessOf(operation)])} {words.scopes(scopesOf(operation))}
        </p>
        <Fields title={words.parameters} rows={parameterRows(operation)} of={operationId} />
        {body && (
          <Fields
            title={`${words.body}, ${'application/json' in requestBody!.content && bodyType !== 'application/json' ? words.json : bodyType}`}
            rows={schemaRows(body.schema)}
            of={operationId}
          />
        )}
        <Answer operation={operation} />
        <Refusals of={operationId} refusals={refusalsOf(responses)} />
      </div>
      <Samples operation={operation} />
    </section>
  )
}

type RefusalsProps = { readonly of: string; readonly refusals: readonly [string, readonly string[]][] }

/** The codes by which a call is refused, each linked to its sentence. */
function Refusals({ of, refusals }: RefusalsProps) {
  if (refusals.length === 0) return null
  return (
    <>
      <h4>{words.refusals}</h4>
      <Table head={[words.status, words.code]} label={`${words.refusals}, ${of}`}>
        {refusals.map(([status, codes]) => (
          <tr key={status}>
            <td className={classes(prose.mono, styles.status)}>{status}</td>
            <td className={prose.mono}>
              {codes.map((code, index) => (
                <Fragment key={code}>
                  {index > 0 && ', '}
                  <a href={`#${code}`}>{code}</a>
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Answer({ operation: { operationId, responses } }: { operation: Operation }) {
  const { 'application/json': json, ...files } = answerOf(responses)
  const types = Object.keys(files)
  return (
    <>
      {json && <Fields title={words.answer} rows={answerRows(json.schema)} of={operationId} />}
      {types.length > 0 && (
        <p>
          {json ? words.fileToo : words.fileOnly} <span className={prose.mono}>{types.join(', ')}</span>
        </p>
      )}
      {'202' in responses && (
        <p className={prose.muted}>{'200' in responses ? words.later : words.accepted}</p>
      )}
    </>
  )
}

type FieldsProps = { readonly title: string; readonly rows: readonly Row[]; readonly of: string }

function Fields({ title, rows, of }: FieldsProps) {
  if (rows.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <Table head={[words.field, words.type, words.note]} label={`${title}, ${of}`}>
        {rows.map(({ path, type, required, note }) => (
          <tr key={path}>
            <td className={prose.mono}>{breakable(path)}</td>
            <td className={prose.mono}>{type}</td>
            <td>
              <Prose text={[required ? `${words.required}.` : '', note].filter(Boolean).join(' ')} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

/** Long names may break after their dots and slashes. */
function breakable(name: string) {
  return name.split(/(?<=[./])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
