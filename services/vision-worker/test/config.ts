/** A differently compiled kernel, to be tested instead of the usual one: `.ci/native`. */
export const otherKernel = process.env['WARP_KERNEL']
