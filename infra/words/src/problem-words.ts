import type { FinerSentence, ParamsOf, ProblemCode } from '@equerre/contract/problems'

/** Every refusal in one language: each code's title, and each sentence with placeholders for its parameters. */
export type ProblemWords = {
  readonly titles: { readonly [Code in ProblemCode]: string }
  readonly sentences: { readonly [Code in ProblemCode]: string } & {
    readonly [S in FinerSentence]: string | ((params: ParamsOf<S>) => string)
  }
}
