import { describe, expect, it } from 'vitest'
import { readOneShot as read, type OneShotForm } from './one-shot.ts'

const readOneShot = (form: OneShotForm) => read(form, { dpiMin: 72, dpiMax: 600 })

/** A client that likes these types, the first one best. */
const liking =
  (...liked: string[]) =>
  (mimes: string[]) =>
    liked.find((mime) => mimes.includes(mime)) ?? false

describe('readOneShot', () => {
  it.each([[['application/json', 'image/png']], [['text/html']], [[]]])(
    'describes the page to a client that likes %j',
    (liked) => {
      expect(readOneShot({ accepts: liking(...liked) })).toMatchObject({
        file: false,
        options: { format: 'png' },
      })
    },
  )

  it('makes the format that the client likes best', () => {
    const shot = readOneShot({ accepts: liking('application/pdf', 'image/png') })
    expect(shot).toMatchObject({ file: true, page: 1, options: { format: 'pdf', dpi: 300 } })
  })

  it('makes the format that the options name when the client takes it too', () => {
    const shot = readOneShot({ options: '{"format":"png"}', accepts: liking('image/webp', 'image/png') })
    expect(shot).toMatchObject({ file: true, options: { format: 'png' } })
  })

  it('refuses a format that the client does not take', () => {
    const refused = () => readOneShot({ options: '{"format":"png"}', accepts: liking('image/webp') })
    expect(refused).toThrow('formats_contradict')
  })

  it('lets options name any format when the page is described', () => {
    const shot = readOneShot({ options: '{"format":"pdf","page":2}', accepts: liking('application/json') })
    expect(shot).toMatchObject({ file: false, page: 2, options: { format: 'pdf' } })
  })
})
