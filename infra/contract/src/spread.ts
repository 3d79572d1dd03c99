/** What stands for the number of a document where it is an open book as a whole, both of whose pages are documents. */
export const bothPages = 0
