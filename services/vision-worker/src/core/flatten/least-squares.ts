/**
 * Sums up weighted linear equations and solves for the unknowns that miss them least. Unknowns that share equations should
 * be near each other: only what lies between a row's first entry and the diagonal is stored and eliminated.
 */
export class LeastSquares {
  readonly #rows: Float64Array[]
  readonly #first: Int32Array
  readonly #right: Float64Array

  constructor(count: number) {
    this.#rows = Array.from({ length: count }, (_, i) => new Float64Array(i + 1))
    this.#first = Int32Array.from({ length: count }, (_, i) => i)
    this.#right = new Float64Array(count)
  }

  /**
   * Adds the equation Σ factors[k] · unknown[k] = target.
   * @param named the unknowns with a factor; none of them twice
   */
  add(named: readonly number[], factors: Float64Array, { target, weight }: Weighed): void {
    const count = named.length
    let least = Infinity
    for (let i = 0; i < count; i++) if (named[i]! < least) least = named[i]!
    for (let i = 0; i < count; i++) {
      const row = named[i]!
      const scaled = weight * factors[row]!
      const entries = this.#rows[row]!
      this.#right[row]! += scaled * target
      if (least < this.#first[row]!) this.#first[row] = least
      for (let j = 0; j < count; j++) {
        const column = named[j]!
        if (column <= row) entries[column]! += scaled * factors[column]!
      }
    }
  }

  /** By Cholesky's factors within the envelope; spends the sums. */
  solve(): Float64Array {
    this.#factorise()
    const unknowns = this.#right
    for (let i = 0; i < unknowns.length; i++) {
      const row = this.#rows[i]!
      let sum = unknowns[i]!
      for (let k = this.#first[i]!; k < i; k++) sum -= row[k]! * unknowns[k]!
      unknowns[i] = sum / row[i]!
    }
    for (let i = unknowns.length - 1; i >= 0; i--) {
      const row = this.#rows[i]!
      const value = (unknowns[i] = unknowns[i]! / row[i]!)
      for (let k = this.#first[i]!; k < i; k++) unknowns[k]! -= row[k]! * value
    }
    return unknowns
  }

  #factorise(): void {
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i]!
      const from = this.#first[i]!
      for (let j = from; j <= i; j++) {
        const other = this.#rows[j]!
        let sum = row[j]!
        for (let k = Math.max(from, this.#first[j]!); k < j; k++) sum -= row[k]! * other[k]!
        // Rounding must not turn what is barely determined negative.
        row[j] = j < i ? sum / other[j]! : Math.sqrt(Math.max(sum, 1e-12))
      }
    }
  }
}

type Weighed = { readonly target: number; readonly weight: number }
