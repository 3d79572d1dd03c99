import { expect, test } from 'vitest'
import { quadFault } from './validity.ts'

const size = { width: 1000, height: 1000 }

test.each([
  [
    'the whole photo',
    [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
    ],
    null,
  ],
  [
    'a page far from the camera',
    [
      [400, 300],
      [600, 300],
      [800, 700],
      [200, 700],
    ],
    null,
  ],
  [
    'crossing sides',
    [
      [0, 0],
      [1000, 1000],
      [1000, 0],
      [0, 1000],
    ],
    'crossed',
  ],
  [
    'a dent',
    [
      [0, 0],
      [1000, 0],
      [300, 300],
      [0, 1000],
    ],
    'crossed',
  ],
  [
    'corners the wrong way round',
    [
      [0, 0],
      [0, 1000],
      [1000, 1000],
      [1000, 0],
    ],
    'crossed',
  ],
  [
    'a stamp',
    [
      [0, 0],
      [30, 0],
      [30, 30],
      [0, 30],
    ],
    'small',
  ],
  [
    'nearly a triangle',
    [
      [0, 0],
      [1000, 0],
      [510, 510],
      [0, 1000],
    ],
    'small',
  ],
] as const)('%s: %3$s', (_, quad, fault) => {
  expect(quadFault(quad, size)).toBe(fault)
})
