/** Differently compiled modules, to be tested instead of the usual ones: `.ci/native`. */
export const otherKernel = process.env['WARP_KERNEL']
export const otherOperators = process.env['DETECT_OPERATORS']
