/**
 * Changes to a network's file as it is loaded. ONNX files are protobuf messages (onnx/onnx.proto); below are the numbers of
 * the few fields that are needed, by message.
 */
const ofModel = { graph: 7, metadata: 14 }
const ofGraph = { node: 1, weights: 5, input: 11 }
const ofWeights = { type: 2, bytes: 9 }
const float32 = 1

/** A number's value, or the bytes of anything longer. */
type Field = { readonly number: number; readonly value: number; readonly bytes: Buffer }

/** @returns what the file says of itself under that name; null where it does not */
export function metadataIn(model: Buffer, name: string): string | null {
  for (const { number, bytes } of fieldsOf(model)) {
    if (number !== ofModel.metadata) continue
    const [key, value] = [...fieldsOf(bytes)]
    if (key?.bytes.toString() === name) return value?.bytes.toString() ?? ''
  }
  return null
}

/** Makes weights below 1.2e-38 zero, in place: multiplying by these denormals takes many times as long, and changes nothing. */
export function flushDenormals(model: Buffer): Buffer {
  for (const graph of numbered(model, ofModel.graph)) {
    for (const weights of numbered(graph, ofGraph.weights)) {
      const isFloat = [...fieldsOf(weights)].some(
        ({ number, value }) => number === ofWeights.type && value === float32,
      )
      if (isFloat) numbered(weights, ofWeights.bytes).forEach(flush)
    }
  }
  return model
}

function flush({ buffer, byteOffset, length }: Buffer): void {
  const view = new DataView(buffer, byteOffset, length)
  for (let at = 0; at < length; at += 4) {
    const isDenormal = (view.getUint32(at, true) & 0x7f_80_00_00) === 0
    if (isDenormal) view.setUint32(at, 0)
  }
}

/**
 * A network whose last layer works out only those classes that its new input `classes` (int64) names: columns of the layer's
 * weights are gathered at every run. Two protobuf messages one after the other are one, lists appended, so nodes are added
 * at the end; the layer takes their output since the name of its own weights is changed where it is first used.
 * @param layer names of the weights, each with the axis of its classes
 */
export function choosingClasses(model: Buffer, layer: readonly (readonly [string, number])[]): Buffer {
  const nodes = layer.map(([name, axis]) => {
    const chosen = `*${name.slice(1)}`
    const at = model.indexOf(name)
    if (at < 0) throw new Error(`the network has no ${name}`)
    model.write(chosen, at)
    const attribute = message(5, text(1, 'axis'), Buffer.from([0x18, axis, 0xa0, 1, 2]))
    return message(
      ofGraph.node,
      text(1, name),
      text(1, 'classes'),
      text(2, chosen),
      text(4, 'Gather'),
      attribute,
    )
  })
  const shape = message(2, message(1, text(2, 'count')))
  const type = message(2, message(1, Buffer.from([0x08, 7]), shape))
  const input = message(ofGraph.input, text(1, 'classes'), type)
  return Buffer.concat([model, message(ofModel.graph, ...nodes, input)])
}

/** Its length always in two bytes, which protobuf allows. */
function message(number: number, ...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([
    Buffer.from([(number << 3) | 2, (bytes.length & 127) | 128, bytes.length >> 7]),
    bytes,
  ])
}

function text(number: number, value: string): Buffer {
  return message(number, Buffer.from(value))
}

function numbered(parent: Buffer, wanted: number): Buffer[] {
  return [...fieldsOf(parent)].filter(({ number }) => number === wanted).map(({ bytes }) => bytes)
}

/** How many bytes a field of each wire type takes, where they are fixed. */
const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

function* fieldsOf(parent: Buffer): Generator<Field> {
  let at = 0
  const varint = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const part = parent[at++]!
      value += (part & 127) * scale
      if (part < 128) return value
    }
  }
  while (at < parent.length) {
    const tag = varint()
    const [number, wire] = [tag >>> 3, tag & 7]
    const value = wire === 0 || wire === 2 ? varint() : 0
    const length = wire === 2 ? value : (fixedBytes[wire] ?? 0)
    yield { number, value, bytes: parent.subarray(at, (at += length)) }
  }
}
