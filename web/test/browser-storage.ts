import type { Page } from 'playwright-core'

type Database = { readonly name: string; readonly records: number }

/** The site's IndexedDB databases and private file system. */
export async function storedIn(page: Page): Promise<readonly Database[]> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('no answer'))
      })
    const found: { name: string; records: number }[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      const stores = [...database.objectStoreNames]
      let records = 0
      for (const store of stores)
        records += await answer(database.transaction(store).objectStore(store).count())
      database.close()
      found.push({ name, records })
    }
    const folder = await navigator.storage.getDirectory()
    for await (const name of (folder as unknown as { keys: () => AsyncIterable<string> }).keys())
      found.push({ name, records: 1 })
    return found.filter((database) => database.records > 0)
  })
}

/** Number of files that the site stores. */
export async function filesKept(page: Page): Promise<number> {
  const files = (await storedIn(page)).find(({ name }) => name === 'equerre-files')
  return files?.records ?? 0
}

/** Number of cards in the stored list, on a page that has stored one. */
export async function cardsKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('keyval-store')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no database'))
    })
    const read = database.transaction('keyval').objectStore('keyval').get('equerre-cards')
    const cards = await new Promise<readonly unknown[] | undefined>((resolve) => {
      read.onsuccess = () => resolve(read.result as readonly unknown[] | undefined)
    })
    database.close()
    return cards?.length ?? 0
  })
}

/** Ages everything stored by `byMs`. */
export async function ageKept(page: Page, byMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    type Kept = { sinceMs: number }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('keyval-store')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no database'))
    })
    const store = database.transaction('keyval', 'readwrite').objectStore('keyval')
    await new Promise<void>((resolve) => {
      const read = store.get('equerre-cards')
      read.onsuccess = () => {
        const aged = (read.result as Kept[]).map((kept) => ({ ...kept, sinceMs: kept.sinceMs - ms }))
        store.put(aged, 'equerre-cards').onsuccess = () => resolve()
      }
    })
    database.close()
    const until = Number(localStorage.getItem('equerre-waiting'))
    localStorage.setItem('equerre-waiting', String(until - ms))
  }, byMs)
}
