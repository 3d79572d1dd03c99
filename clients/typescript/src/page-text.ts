type Corners = readonly (readonly [x: number, y: number])[]
/** Where it stands: clockwise from the text’s own top left, relative to the page. */
type Part = { readonly text: string; readonly confidence: number; readonly corners: Corners }

/** What was read on a page: the file at `text_path`, blocks in reading order. */
export type PageText = {
  readonly blocks: readonly {
    readonly corners: Corners
    readonly lines: readonly (Part & { readonly words: readonly Part[] })[]
  }[]
}

/** Line by line, with an empty line between two blocks, as in the file at `plain_text_path`. */
export function plainTextOf({ blocks }: PageText): string {
  return blocks.map(({ lines }) => lines.map(({ text }) => text).join('\n')).join('\n\n')
}
