/** What a field must keep beyond its type: named in the issue, and put into words where the answer is written. */
export type FieldRule = 'address' | 'digits' | 'distinct' | 'plain_text'

/** Parameter of a refinement that says which rule was broken. */
export function ruled(rule: FieldRule): { readonly params: { readonly rule: FieldRule } } {
  return { params: { rule } }
}
