import type { Language } from '@equerre/contract/language'
import { codeOf, problemStatus, type ProblemBody, type ProblemFacts } from '@equerre/contract/problems'
import { problemWords as en } from './en/problems.ts'
import { problemWords as fr } from './fr/problems.ts'
import type { ProblemWords } from './problem-words.ts'

const words: { readonly [L in Language]: ProblemWords } = { fr, en }

/** A refusal in the reader's language, as the body of a response. */
export function renderProblem(
  { sentence, params }: ProblemFacts,
  language: Language,
): Omit<ProblemBody, 'request_id'> {
  const code = codeOf(sentence)
  const { titles, sentences } = words[language]
  const text = sentences[sentence] as string | ((given: typeof params) => string)
  return {
    type: `urn:equerre:problem:${code}`,
    title: titles[code],
    status: problemStatus[code],
    detail: typeof text === 'string' ? text : text(params),
    code,
  }
}
