import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { ResolveName } from '../src/adapters/guarded-request.ts'

/** A name server whose answers change from question to question, and a resolver that asks it. */
export type NameServer = {
  /** @param answers IPv4 addresses for the first question, the second and so on; the last one for all others */
  readonly answer: (name: string, ...answers: readonly (readonly string[])[]) => void
  /** How often it was asked for this name. */
  readonly questions: (name: string) => number
  readonly resolve: ResolveName
  readonly close: () => Promise<void>
}

const headerBytes = 12
const [noSuchName, aRecord, internet, ttlSeconds] = [3, 1, 1, 0]

export async function startNameServer(): Promise<NameServer> {
  const known = new Map<string, readonly (readonly string[])[]>()
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const name = nameIn(question)
    const count = asked.get(name) ?? 0
    asked.set(name, count + 1)
    const answers = known.get(name)
    socket.send(reply(question, answers && (answers[count] ?? answers.at(-1)!)), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    answer: (name, ...answers) => void known.set(name, answers),
    questions: (name) => asked.get(name) ?? 0,
    resolve: (host) => resolver.resolve4(host),
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function nameIn(question: Buffer): string {
  const labels: string[] = []
  let at = headerBytes
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return labels.join('.').toLowerCase()
}

/** The question, and an A record for each address; without any, that there is no such name. */
function reply(question: Buffer, addresses: readonly string[] | undefined): Buffer {
  const end = question.indexOf(0, headerBytes) + 5
  const asked = Buffer.from(question.subarray(0, end))
  asked.writeUInt16BE(addresses ? 0x8180 : 0x8180 + noSuchName, 2)
  asked.writeUInt16BE(addresses?.length ?? 0, 6)
  asked.fill(0, 8, headerBytes)
  const records = (addresses ?? []).map((address) => {
    const record = Buffer.alloc(16)
    record.writeUInt16BE(0xc000 + headerBytes, 0)
    record.writeUInt16BE(aRecord, 2)
    record.writeUInt16BE(internet, 4)
    record.writeUInt32BE(ttlSeconds, 6)
    record.writeUInt16BE(4, 10)
    record.set(address.split('.').map(Number), 12)
    return record
  })
  return Buffer.concat([asked, ...records])
}
