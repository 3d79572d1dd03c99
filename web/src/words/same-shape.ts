/** The type of `Words` in another language: strings for strings, functions with the same parameters. */
export type SameShape<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Words]: SameShape<Words[Name]> }
