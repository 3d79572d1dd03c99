let worker: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/** A small copy of a photo, made outside the page's thread, one at a time; null if the browser cannot decode it. */
export function shrink(file: File): Promise<Blob | null> {
  const made = last.then(() => ask(file))
  last = made
  return made
}

function ask(file: File): Promise<Blob | null> {
  const helper = (worker ??= new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' }))
  return new Promise((resolve) => {
    helper.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data)
    // It could not be loaded.
    helper.onerror = () => resolve(null)
    helper.postMessage(file)
  })
}
