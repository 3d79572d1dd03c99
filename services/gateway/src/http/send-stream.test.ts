import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { sendStream } from './send-stream.ts'

it('whoever asks for the head alone has nothing opened for it', async () => {
  let opened = 0
  const open = () => {
    opened++
    return Readable.from(['zip'])
  }
  const app = express()
  app.get('/', (_, response) => sendStream({ type: 'application/zip', name: 'a.zip', open }, response))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const ask = async (method: string) => {
    const reply = await fetch(url, { method })
    const facts = ['Content-Type', 'Content-Disposition'].map((name) => reply.headers.get(name))
    return [reply.status, ...facts, await reply.text(), opened]
  }
  const facts = [200, 'application/zip', 'attachment; filename=a.zip']
  expect([await ask('HEAD'), await ask('GET')]).toEqual([
    [...facts, '', 0],
    [...facts, 'zip', 1],
  ])
  server.close()
})
