import { expect, test } from 'vitest'
import { describeMovement } from './movement.ts'

const file = { name: 'facture.pdf', page: 1 }
const plain = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [{ kind: 'capture', file, owed: 0 }, 'Redressement, facture.pdf'],
  [{ kind: 'capture', file: { ...file, page: 3 }, owed: 0 }, 'Redressement, facture.pdf, page 3'],
  [{ kind: 'hold', file: null, owed: 0 }, 'Redressement en cours'],
  [{ kind: 'move_in', file: null, owed: 0 }, 'Crédits d’invité repris'],
  [{ kind: 'clawback', file: null, owed: 12 }, 'Crédits repris après remboursement, 12 crédits dus'],
  [{ kind: 'purchase', file: null, owed: -1 }, 'Achat, 1 crédit dû remboursé'],
] as const)('the movement %j reads « %s »', (movement, sentence) => {
  expect(plain(describeMovement(movement))).toBe(sentence)
})
