import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** A line from whoever types, or from a pipe; a secret is not shown. */
export async function askFor(question: string, { secret }: { readonly secret: boolean }): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = terminal && !secret ? process.stderr : silent
  if (terminal && secret) process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, output, terminal })
  try {
    return (await lines.question(secret ? '' : question)).trim()
  } finally {
    lines.close()
    if (terminal && secret) process.stderr.write('\n')
  }
}
