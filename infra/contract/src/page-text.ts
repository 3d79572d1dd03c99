import { z } from 'zod'
import { Corners } from './detourage.ts'

/** Text and where it stands on its page: corners clockwise from the text’s own top left, relative to the page. */
const part = { text: z.string(), confidence: z.number().min(0).max(1), corners: Corners }

const Word = z.object(part)
const Line = z.object({ ...part, words: z.array(Word).min(1) })
const Block = z.object({ corners: Corners, lines: z.array(Line).min(1) })

/** The file at `text_path`: what was read on a finished page, block after block in reading order. */
export const PageText = z.object({ blocks: z.array(Block) })
export type PageText = z.output<typeof PageText>
