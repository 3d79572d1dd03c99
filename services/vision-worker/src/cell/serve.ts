import type { StepOutcome, VisionJob } from '@equerre/contract/jobs'
import type { Storage, StoredObject } from '@equerre/platform/storage'
import { Readable, type Duplex } from 'node:stream'
import type { DebugPictures } from '../core/debug.ts'
import { BrokenRule, wholeBody, writeFrame, type Frame } from './frames.ts'
import { objectsOf, type JobObjects } from './objects.ts'
import { CellMessage, type Laps, type HostMessage } from './messages.ts'

/** A step's outcome, or its unexpected error. */
export type Reply = { readonly laps: Laps } & ({ readonly outcome: StepOutcome } | { readonly error: string })

/** The worker's end of a cell's pipe. */
export type Wire = { readonly pipe: Duplex; readonly next: () => Promise<Frame | null> }

export type Services = {
  readonly storage: Pick<Storage, 'get' | 'put'>
  /** Null where debugging is off: then a picture violates the protocol. */
  readonly debug: (stepId: string) => DebugPictures
  /** Called when the cell begins and stops waiting for the storage, which does not count as the step's time. */
  readonly onWait: (waits: boolean) => void
  /** Called when work on one page of a PDF begins and ends. */
  readonly onPage: (begins: boolean) => void
}

/** The storage failed, not the step: a retry may succeed. */
export class StorageFailure extends Error {
  override name = 'StorageFailure' as const
  /** The failure came halfway through sending an object, so the cell waits for the rest for ever. */
  readonly midway: boolean

  constructor(cause: unknown, midway = false) {
    super('the storage failed', { cause })
    this.midway = midway
  }
}

/**
 * Sends a job to a cell and serves its requests until it is done. Every key is checked against the job, so that a compromised cell
 * reaches nothing but the file it was given.
 * @throws BrokenRule, StorageFailure; any other error means that the pipe has closed
 */
export async function serveStep(wire: Wire, job: VisionJob, services: Services): Promise<Reply> {
  const objects = objectsOf(job)
  let failure: StorageFailure | null = null
  await send(wire, { type: 'job', job })
  for (;;) {
    const frame = await wire.next()
    if (!frame) throw new Error('the pipe ended')
    const message = parseMessage(frame)
    if (message.type === 'done' || message.type === 'failed') {
      if (failure) throw failure
      return message.type === 'failed'
        ? message
        : { laps: message.laps, outcome: checkOutcome(message.outcome, job) }
    }
    if (message.type === 'page') services.onPage(message.begins)
    else if (message.type === 'picture') await showPicture(frame, message, services.debug(job.stepId))
    else failure = (await serveObject({ wire, frame, message }, objects, services)) ?? failure
  }
}

type ObjectRequest = { readonly wire: Wire; readonly frame: Frame; readonly message: CellMessage }

/** Serves one object request that the job allows. @returns the storage's error, which the cell was told about */
async function serveObject(
  { wire, frame, message }: ObjectRequest,
  { mayRead, bytesOf, mimeOfWritten }: JobObjects,
  { storage, onWait }: Services,
): Promise<StorageFailure | null> {
  onWait(true)
  try {
    if (message.type === 'read' && mayRead(message.key)) {
      const { key } = message
      return await sendObject({ wire, key, bytes: bytesOf(key) }, storage)
    }
    const mime = message.type === 'put' ? mimeOfWritten(message.key) : null
    if (message.type === 'put' && mime)
      return await storeObject({ wire, frame, mime, key: message.key }, storage)
  } finally {
    onWait(false)
  }
  throw new BrokenRule(`requested an object outside its job: ${JSON.stringify(message)}`)
}

function send({ pipe }: Wire, message: HostMessage): Promise<void> {
  return writeFrame(pipe, message)
}

function parseMessage({ head }: Frame): CellMessage {
  const message = CellMessage.safeParse(head)
  if (message.success) return message.data
  throw new BrokenRule('sent an invalid message', { cause: message.error })
}

/** An outcome must name its own step. */
function checkOutcome(outcome: StepOutcome, job: VisionJob): StepOutcome {
  const isOwn = outcome.stepId === job.stepId && outcome.ingestionId === job.ingestionId
  if (isOwn && (outcome.kind === job.step || outcome.kind === 'problem')) return outcome
  throw new BrokenRule(`sent an outcome for another step: ${outcome.kind} of ${outcome.stepId}`)
}

type Wanted = { readonly wire: Wire; readonly key: string; readonly bytes: number | null }

/** @returns the storage's error, if it failed before anything was sent; that it has other bytes than were stored is one too */
async function sendObject(
  { wire, key, bytes: expected }: Wanted,
  storage: Services['storage'],
): Promise<StorageFailure | null> {
  let object: StoredObject | null
  try {
    object = await storage.get(key)
    if (object && expected !== null && object.bytes !== expected) {
      object.stream.destroy()
      throw new Error(`${key} has ${object.bytes} bytes instead of ${expected}`)
    }
  } catch (error) {
    await send(wire, { type: 'no storage' })
    return new StorageFailure(error)
  }
  if (!object) {
    await send(wire, { type: 'object', found: false })
    return null
  }
  const { stream, bytes } = object
  try {
    await writeFrame(wire.pipe, { type: 'object', found: true }, { bytes, chunks: arriving(stream, bytes) })
  } finally {
    stream.destroy()
  }
  return null
}

/** An error from here on leaves the frame incomplete, and so do too few bytes. */
async function* arriving(stream: Readable, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    throw new StorageFailure(error, true)
  }
  if (left > 0) throw new StorageFailure(new Error(`an object ended ${left} bytes early`), true)
}

type Written = { readonly wire: Wire; readonly frame: Frame; readonly key: string; readonly mime: string }

async function storeObject(
  { wire, frame, key, mime }: Written,
  storage: Services['storage'],
): Promise<StorageFailure | null> {
  try {
    await storage.put(key, Readable.from(frame.body), { mime })
  } catch (error) {
    // When the pipe has closed there is nobody left to tell.
    await send(wire, { type: 'no storage' })
    return new StorageFailure(error)
  }
  await send(wire, { type: 'kept' })
  return null
}

async function showPicture(
  frame: Frame,
  { name, width, height }: Extract<CellMessage, { type: 'picture' }>,
  debug: DebugPictures,
): Promise<void> {
  const pixels = width * height
  if (!debug || (frame.bodyBytes !== pixels && frame.bodyBytes !== 3 * pixels))
    throw new BrokenRule('sent an unexpected debug image')
  debug(name, { width, height, data: await wholeBody(frame) })
}
