import { Equerre, EquerreError } from '@equerre/client'
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { Refused, type Disk } from './disk.ts'
import { Assembly, Credits, Page, pageOptions, Text } from './schemas.ts'
import { Tools } from './tools.ts'

export type Setting = {
  readonly baseUrl: string
  readonly apiKey: string
  /** Absent where files of this computer are nobody's business: over HTTP, or without an allowed folder. */
  readonly disk?: Disk | undefined
}

/** Asked for again, it is the same result, charged once. */
const repeatable = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }
const price =
  'Costs 1 credit if a page is made; again for the same file and options, within 24 hours, nothing.'

/** A server for a connection over stdio, or for one request over HTTP. */
export function createServer({ baseUrl, apiKey, disk }: Setting): McpServer {
  const { version } = packageJson
  const equerre = new Equerre({ baseUrl, apiKey, language: 'en', userAgent: `equerre-mcp/${version}` })
  const server = new McpServer({ name: 'equerre', title: 'Équerre', version })
  const tools = new Tools(equerre, { baseUrl, disk })
  addPages(server, tools, sourceOf(disk))
  addRest(server, tools)
  return server
}

function sourceOf(disk: Disk | undefined) {
  const url = z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public http(s) address of a photograph or PDF')
  const path = z
    .string()
    .max(4_096)
    .optional()
    .describe('Path of a photograph or PDF on this computer, in a folder that is allowed')
  // Without a folder, a model does not hear of paths.
  return (disk ? { path, url } : { url }) as { path: typeof path; url: typeof url }
}

function addPages(server: McpServer, tools: Tools, source: ReturnType<typeof sourceOf>): void {
  const { page, password } = pageOptions
  const page_id = z.uuid().optional().describe('Of straighten, instead of a file: free of charge')
  server.registerTool(
    'straighten',
    {
      title: 'Straighten a document',
      description: `Crops a photographed document and straightens it into a flat page. ${price} Where no document is found, nothing is made or charged.`,
      inputSchema: z.strictObject({ ...source, ...pageOptions }),
      outputSchema: Page,
      annotations: repeatable,
    },
    (asked, ctx) => answer(() => tools.straighten(asked, ctx)),
  )
  server.registerTool(
    'read_text',
    {
      title: 'Read a document',
      description: `Reads the text of a photographed document. ${price}`,
      inputSchema: z.strictObject({ page_id, ...source, page, password }),
      outputSchema: Text,
      annotations: repeatable,
    },
    (asked, ctx) => answer(() => tools.readText(asked, ctx)),
  )
}

function addRest(server: McpServer, tools: Tools): void {
  server.registerTool(
    'assemble',
    {
      title: 'Assemble a PDF',
      description:
        'Puts straightened pages, in their order, into one PDF that can be searched. Free of charge.',
      inputSchema: z.strictObject({
        page_ids: z.array(z.uuid()).min(1).describe('Of straighten, in the order of the PDF'),
        title: z.string().min(1).max(200).optional(),
        standard: z.enum(['pdf', 'pdfa-2b']).optional().describe('pdfa-2b: for archives'),
        page_size: z.enum(['as_is', 'a4']).optional(),
      }),
      outputSchema: Assembly,
      annotations: repeatable,
    },
    (asked, ctx) => answer(() => tools.assemble(asked, ctx)),
  )
  server.registerTool(
    'credits',
    {
      title: 'Credits left',
      description: 'How many credits are left. Free of charge.',
      inputSchema: z.strictObject({}),
      outputSchema: Credits,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    },
    (_asked, ctx) => answer(() => tools.credits(ctx)),
  )
}

/** What a tool made, or why it did not, for the model to read. */
async function answer(make: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const made = await make()
    return { structuredContent: made, content: [{ type: 'text', text: JSON.stringify(made) }] }
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: reasonOf(error) }] }
  }
}

/** @throws what is a fault of ours */
function reasonOf(error: unknown): string {
  if (error instanceof EquerreError) return `${error.detail} (${error.code})`
  if (error instanceof Refused) return error.message
  throw error
}
