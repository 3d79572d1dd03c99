import JSZip from 'jszip'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { zipOf } from './zip.ts'

const text = (words: string) => Promise.resolve(Readable.from([Buffer.from(words)]))

it('a zip holds its files in order, without those that are gone by their turn', async () => {
  const entries = [
    { name: '1', open: () => text('one') },
    { name: '2', open: () => Promise.resolve(null) },
    { name: '3', open: () => text('three') },
  ]
  const { files } = await JSZip.loadAsync(await buffer(zipOf(entries)))
  expect(Object.keys(files)).toEqual(['1', '3'])
  expect(await files['3']!.async('string')).toBe('three')
})

it('whoever leaves in the middle leaves no file open, and none is opened after', async () => {
  const endless = new Readable({ read: (bytes) => void endless.push(Buffer.alloc(bytes)) })
  let opened = 0
  const open = () => Promise.resolve(++opened === 1 ? endless : null)
  const zip = zipOf([1, 2].map((n) => ({ name: `${n}`, open })))
  await once(zip, 'readable')
  zip.destroy()
  await once(endless, 'close')
  expect([endless.destroyed, opened]).toEqual([true, 1])
})

it('a file that opens after its reader has left is closed', async () => {
  const file = new Readable({ read: () => {} })
  const open = async () => {
    await Promise.resolve()
    zip.destroy()
    return file
  }
  const zip = zipOf([{ name: '1', open }])
  await once(file, 'close')
  expect(file.destroyed).toBe(true)
})

it('a file that breaks off breaks the zip', async () => {
  const broken = new Readable({ read: () => void broken.destroy(new Error('broke off')) })
  await expect(buffer(zipOf([{ name: '1', open: () => Promise.resolve(broken) }]))).rejects.toThrow(
    'broke off',
  )
})
