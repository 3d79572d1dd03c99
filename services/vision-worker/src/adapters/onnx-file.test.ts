import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, it } from 'vitest'
import { choosingClasses, flushDenormals, metadataIn } from './onnx-file.ts'

function message(number: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([
    Buffer.from([(number << 3) | 2, (bytes.length & 127) | 128, bytes.length >> 7]),
    bytes,
  ])
}

const number = (field: number, value: number) => Buffer.from([field << 3, value])

function weights(name: string, dims: readonly number[], values: Float32Array | BigInt64Array): Buffer {
  const type = values instanceof Float32Array ? 1 : 7
  const bytes = Buffer.from(values.buffer)
  return message(
    5,
    ...dims.map((dim) => number(1, dim)),
    number(2, type),
    message(8, name),
    message(9, bytes),
  )
}

function node(type: string, inputs: readonly string[], output: string): Buffer {
  return message(1, ...inputs.map((input) => message(1, input)), message(2, output), message(4, type))
}

function port(field: number, name: string): Buffer {
  const shape = message(2, message(1, number(1, 1)), message(1, message(2, 'any')))
  return message(field, message(1, name), message(2, message(1, number(1, 1), shape)))
}

const version = Buffer.concat([number(1, 8), message(8, number(2, 11))])

it('makes denormal weights zero, and leaves whole numbers alone', () => {
  const [floats, integers] = [
    new Float32Array([1, 1e-40, -1e-40, -0.5]),
    new BigInt64Array([1n, 2n]),
  ] as const
  const model = (values: Float32Array) =>
    Buffer.concat([version, message(7, weights('w', [4], values), weights('i', [2], integers))])
  expect(flushDenormals(model(floats))).toEqual(model(new Float32Array([1, 0, 0, -0.5])))
})

it('says what a file says of itself', () => {
  const model = Buffer.concat([version, message(14, message(1, 'character'), message(2, 'a\nâ'))])
  expect(metadataIn(model, 'character')).toBe('a\nâ')
  expect(metadataIn(model, 'author')).toBeNull()
})

it('works out the chosen classes of a layer, in their order', async () => {
  const graph = [
    node('MatMul', ['x', 'layer.w'], 'product'),
    node('Add', ['product', 'layer.b'], 'y'),
    message(2, 'classes of two values'),
    weights('layer.w', [2, 3], new Float32Array([1, 2, 3, 10, 20, 30])),
    weights('layer.b', [3], new Float32Array([0.1, 0.2, 0.3])),
    port(11, 'x'),
    port(12, 'y'),
  ]
  const model = Buffer.concat([version, message(7, ...graph)])
  const session = await InferenceSession.create(
    choosingClasses(model, [
      ['layer.w', 1],
      ['layer.b', 0],
    ]),
  )
  const x = new Tensor('float32', [1, 1], [1, 2])
  const { y } = await session.run({ x, classes: new Tensor('int64', [2n, 0n], [2]) })
  expect(y!.dims).toEqual([1, 2])
  expect(y!.data[0]).toBeCloseTo(33.3)
  expect(y!.data[1]).toBeCloseTo(11.1)
  await session.release()
})

it('does not take a network for another', () => {
  expect(() => choosingClasses(version, [['layer.w', 1]])).toThrow('the network has no layer.w')
})
