/** Below /camscan, what opens « Mes fichiers (24 h) ». */
export const filesHash = '#fichiers'
