/** Tests of the reference write its replies instead of comparing with them. */
export const writeReplies = process.env['WRITE_REPLIES'] !== undefined
