/** The product's name wherever a person reads it, in every language. */
export const productName = 'Équerre'
