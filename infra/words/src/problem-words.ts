import type { FinerSentence, ParamsOf, ProblemCode } from '@equerre/contract/problems'

/** Every refusal in one language: the title of each code, and each sentence, whose parameters are put in their places. */
export type ProblemWords = {
  readonly titles: { readonly [Code in ProblemCode]: string }
  readonly sentences: { readonly [Code in ProblemCode]: string } & {
    readonly [S in FinerSentence]: string | ((params: ParamsOf<S>) => string)
  }
}
