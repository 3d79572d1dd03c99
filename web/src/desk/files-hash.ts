/** The fragment on /camscan that opens « Mes fichiers (24 h) ». */
export const filesHash = '#fichiers'
