import { describe, expect, it } from 'vitest'
import { readOneShot as read, type OneShotForm } from './one-shot.ts'

const readOneShot = (form: OneShotForm) => read(form, { dpiMin: 72, dpiMax: 600 })

/** A client that accepts these types, preferring the first. */
const accepting =
  (...accepted: string[]) =>
  (mimes: string[]) =>
    accepted.find((mime) => mimes.includes(mime)) ?? false

describe('readOneShot', () => {
  it.each([[['application/json', 'image/png']], [['text/html']], [[]]])(
    'describes the page to a client that accepts %j',
    (accepted) => {
      expect(readOneShot({ accepts: accepting(...accepted) })).toMatchObject({
        file: false,
        options: { format: 'png' },
      })
    },
  )

  it('makes the format that the client prefers', () => {
    const shot = readOneShot({ accepts: accepting('application/pdf', 'image/png') })
    expect(shot).toMatchObject({ file: true, page: 1, options: { format: 'pdf', dpi: 300 } })
  })

  it('makes the format in the options when the client accepts it too', () => {
    const shot = readOneShot({ options: '{"format":"png"}', accepts: accepting('image/webp', 'image/png') })
    expect(shot).toMatchObject({ file: true, options: { format: 'png' } })
  })

  it('refuses a format that the client does not accept', () => {
    const refused = () => readOneShot({ options: '{"format":"png"}', accepts: accepting('image/webp') })
    expect(refused).toThrow('formats_contradict')
  })

  it('lets options name any format when the page is described', () => {
    const shot = readOneShot({ options: '{"format":"pdf","page":2}', accepts: accepting('application/json') })
    expect(shot).toMatchObject({ file: false, page: 2, options: { format: 'pdf' } })
  })
})
