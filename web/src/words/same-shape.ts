/**
 * The type of a catalogue that says the same as `Words` in another language: a text for each text, for each sentence with
 * parameters one that takes the same.
 */
export type SameShape<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Words]: SameShape<Words[Name]> }
