/** A kernel that was compiled in another way, to be tested in the place of the usual one: `.ci/native`. */
export const otherKernel = process.env['WARP_KERNEL']
