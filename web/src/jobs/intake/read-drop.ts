/** The contents of a drop: its files in order, and the names of entries the browser could not read. */
type Dropped = { readonly files: readonly File[]; readonly unread: readonly string[] }

/** Reading stops here: a batch takes far fewer, and a dropped disk would freeze the page. */
const filesMax = 1_000

/** Files that operating systems create in folders. */
const litter = /^(\.|Thumbs\.db$|desktop\.ini$)/i

const byName = new Intl.Collator('fr', { numeric: true })

/**
 * Reads a drop including its folders, whose files are sorted by name, « page 2 » before « page 10 ». Must be
 * called inside the drop event's handler: afterwards `data` is empty.
 */
export async function readDrop(data: DataTransfer): Promise<Dropped> {
  // Before the first await, for the same reason. An entry is asked for only where it may be a folder's, because the
  // browser waits for the disk to give it.
  const found = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => (item.type === '' ? item.webkitGetAsEntry() : null) ?? item.getAsFile())
  const files: File[] = []
  const unread: string[] = []
  for (const one of found) {
    if (one instanceof File) files.push(await sized(one))
    else if (one !== null) await readEntry(one, { files, unread })
  }
  return { files, unread }
}

/** Reads the file's size, for which the browser waits for the disk once: in a task of its own, or 200 would freeze the page. */
async function sized(file: File): Promise<File> {
  await new Promise<number>((resolve) => setTimeout(() => resolve(file.size)))
  return file
}

type Found = { readonly files: File[]; readonly unread: string[] }

async function readEntry(entry: FileSystemEntry, found: Found): Promise<void> {
  if (found.files.length >= filesMax) return
  try {
    if (isFile(entry)) {
      found.files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
      return
    }
    const entries = await entriesOf(entry as FileSystemDirectoryEntry)
    for (const inner of entries) await readEntry(inner, found)
  } catch {
    found.unread.push(entry.name)
  }
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    // Browsers list a folder in batches; an empty batch is the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) break
    entries.push(...some.filter(({ name }) => !litter.test(name)))
  }
  return entries.sort((one, other) => byName.compare(one.name, other.name))
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
