/** The product's display name in every language. */
export const productName = 'Équerre'
