import { limitTable, type LimitName } from '@equerre/contract/limits'
import { problemStatus, type ProblemCode } from '@equerre/contract/problems'
import { limitWords, problemWords } from '#words/contract'
import { formatInteger } from '#words/format'
import { referenceWords as words } from '#words/reference'
import { basics } from './Contents.tsx'
import { accessOf, operationsOf, scopesOf, type OpenApi, type Operation } from './document.ts'
import { answerOf, answerRows, parameterRows, refusalsOf } from './rows.ts'
import { commandOf, replyOf } from './samples.ts'
import { schemaRows, type Row } from './schema.ts'

/** The whole reference as Markdown, for programs that read rather than look. */
export function referenceMarkdown(document: OpenApi): string {
  const chapters = document.tags.flatMap(({ name }) => [
    `## ${name}`,
    ...operationsOf(document, name).flatMap(operationParts),
  ])
  return joined([
    `# ${words.title}`,
    words.lead,
    `## ${words.basics}`,
    ...basics.flatMap(([, title, text]) => [`### ${title}`, text]),
    ...chapters,
    `## ${words.errors}`,
    words.errorsText,
    problemTable(),
    `## ${words.limits}`,
    `${words.limitsText} /api/v1/limits.`,
    limitRows(),
  ])
}

/** What there is for programs and where, after llmstxt.org. */
export function llmsText(document: OpenApi, folder: string): string {
  const { llms } = words
  const chapters = document.tags.flatMap(({ name }) => [
    `## ${name}`,
    operationsOf(document, name)
      .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
      .join('\n'),
  ])
  return joined([
    `# ${words.documentTitle}`,
    `> ${llms.summary}`,
    words.keyText,
    [
      `- [${words.title}](${folder}/docs/reference.md): ${llms.markdown}`,
      `- [OpenAPI](/api/openapi.json): ${llms.openapi}`,
      `- [Postman](${folder}/docs/postman.json): ${llms.collection}`,
      `- [${words.limits}](/api/v1/limits): ${llms.limits}`,
      `- [${words.changelog}](${folder}/docs/changelog/): ${llms.changelog}`,
    ].join('\n'),
    ...chapters,
  ])
}

function operationParts(operation: Operation): string[] {
  const { method, path, summary, responses } = operation
  return [
    `### ${method} ${path}`,
    summary,
    `${words.auth(words.access[accessOf(operation)])} ${words.scopes(scopesOf(operation))}`.trim(),
    ...fields(words.parameters, parameterRows(operation)),
    ...bodyParts(operation),
    ...answerParts(operation),
    `#### ${words.refusals}`,
    refusalsOf(responses)
      .map(([status, codes]) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`)
      .join('\n'),
    ...sampleParts(operation),
  ]
}

function bodyParts({ requestBody }: Operation): string[] {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return body ? fields(`${words.body}, ${type}`, schemaRows(body.schema)) : []
}

function answerParts({ responses }: Operation): string[] {
  const { 'application/json': json, ...files } = answerOf(responses)
  const types = Object.keys(files).join(', ')
  return [
    ...(json ? fields(words.answer, answerRows(json.schema)) : []),
    ...(types === '' ? [] : [`${json ? words.fileToo : words.fileOnly} ${types}`]),
    ...('202' in responses ? ['200' in responses ? words.later : words.accepted] : []),
  ]
}

function sampleParts(operation: Operation): string[] {
  const [command, reply] = [commandOf(operation), replyOf(operation)]
  return [
    command === null ? words.pageOnly : fenced('sh', command),
    ...(reply === null ? [] : [fenced('json', reply)]),
  ]
}

function fields(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(({ path, type, required, note }) => [
    `\`${path}\``,
    type,
    [required ? `${words.required}.` : '', note].filter(Boolean).join(' '),
  ])
  return [`#### ${title}`, table([words.field, words.type, words.note], lines)]
}

function problemTable(): string {
  const lines = Object.entries(problemStatus).map(([code, status]) => [
    String(status),
    `\`${code}\``,
    problemWords.sentences[code as ProblemCode],
  ])
  return table([words.status, words.code, words.sentence], lines)
}

function limitRows(): string {
  const lines = (Object.keys(limitTable) as LimitName[]).map((name) => [
    limitWords.labels[name],
    `${formatInteger(limitTable[name].value)} ${limitWords.units[limitTable[name].unit]}`,
  ])
  return table([words.limit, words.value], lines)
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n')
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

function joined(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
