import { expect, test } from 'vitest'
import { readDrop } from './read-drop.ts'

type Entry = { name: string; isFile: boolean; isDirectory: boolean }

const file = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(new File([], name)),
})
const unreadable = (name: string) => ({
  ...file(name),
  file: (_: unknown, reject: (error: Error) => void) => reject(new Error('NotReadableError')),
})

/** A folder as browsers deliver it: in batches, ending with an empty one. */
function folder(name: string, ...portions: readonly (readonly Entry[])[]) {
  const left = [...portions]
  const readEntries = (resolve: (entries: readonly Entry[]) => void) => resolve(left.shift() ?? [])
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) }
}

async function dropped(...entries: readonly Entry[]) {
  const items = entries.map((entry) => ({
    kind: 'file',
    // As of folders, and of files without an extension that the browser knows.
    type: '',
    webkitGetAsEntry: () => entry,
    getAsFile: () => (entry.isFile ? new File([], entry.name) : null),
  }))
  const { files, unread } = await readDrop({ items } as unknown as DataTransfer)
  return { files: files.map(({ name }) => name), unread }
}

test('C-01: a folder is read whole and sorted by name, however it is batched', async () => {
  const given = folder('dossier', [file('p10.jpg'), file('p2.jpg')], [folder('a', [file('p1.jpg')])])
  expect(await dropped(file('z.jpg'), given, file('b.jpg'))).toEqual({
    files: ['z.jpg', 'p1.jpg', 'p2.jpg', 'p10.jpg', 'b.jpg'],
    unread: [],
  })
})

test('C-01: no entry is asked for where the type tells that it is a file', async () => {
  const webkitGetAsEntry = () => expect.unreachable()
  const photo = new File([], 'a.jpg')
  const items = [{ kind: 'file', type: 'image/jpeg', webkitGetAsEntry, getAsFile: () => photo }]
  expect(await readDrop({ items } as unknown as DataTransfer)).toEqual({ files: [photo], unread: [] })
})

test('C-01: files that operating systems leave in folders are skipped', async () => {
  const litter = ['.DS_Store', '._p1.jpg', 'Thumbs.db', 'desktop.ini'].map(file)
  expect((await dropped(folder('dossier', litter, [file('p1.jpg')]))).files).toEqual(['p1.jpg'])
})

test('C-01 V-02: unreadable entries are named, the rest is accepted', async () => {
  expect(await dropped(folder('dossier', [unreadable('a.jpg'), file('b.jpg')]))).toEqual({
    files: ['b.jpg'],
    unread: ['a.jpg'],
  })
})

test('C-01 G16: reading an endless folder stops after a thousand files', async () => {
  const all = Array.from({ length: 1_200 }, (_, index) => file(`${index}.jpg`))
  expect((await dropped(folder('disque', all))).files).toHaveLength(1_000)
})
