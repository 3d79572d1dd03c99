import { expect, it } from 'vitest'
import { arrange, type Placed } from './arrange.ts'

type Named = Placed & { readonly name: string }

function piece(name: string, [left, top]: readonly [number, number], width: number): Named {
  return { name, left, top, right: left + width, bottom: top + 10 }
}

function order(...pieces: Named[]): string {
  const blocks = arrange(pieces)
  return blocks
    .map((rows) => rows.map((row) => row.map((index) => pieces[index]!.name).join(' ')).join('/'))
    .join(' | ')
}

it('reads a table row by row: its prices are no column of text', () => {
  const rows = order(
    piece('12,50', [300, 0], 40),
    piece('pain', [0, 2], 120),
    piece('3,10', [300, 14], 40),
    piece('lait', [0, 13], 90),
  )
  expect(rows).toBe('pain 12,50/lait 3,10')
})

it('reads columns of text one after the other, below what runs over both', () => {
  const rows = order(
    piece('titre', [0, 0], 400),
    piece('a1', [0, 40], 180),
    piece('b1', [220, 40], 180),
    piece('a2', [0, 53], 180),
    piece('b2', [220, 53], 180),
  )
  expect(rows).toBe('titre | a1/a2 | b1/b2')
})

it('begins a new block after white space', () => {
  expect(order(piece('un', [0, 0], 100), piece('deux', [0, 13], 100), piece('trois', [0, 60], 100))).toBe(
    'un/deux | trois',
  )
})

it('arranges nothing', () => {
  expect(arrange([])).toEqual([])
})
