import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJsonNumber } from './json-number.ts'

/** What is read at the start of the text: the value and the rest of the text; null if there is no finite number. */
function read(text: string): { value: number; rest: string } | null {
  const values = new Float64Array(1)
  const end = readJsonNumber(Buffer.from(text), 0, values, 0)
  return end === -1 ? null : { value: values[0] ?? Number.NaN, rest: text.slice(end) }
}

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 25 })
const written = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.constantFrom('', '.'),
    digits,
    fc.constantFrom('', 'e', 'E-', 'e+'),
    digits,
  )
  .map((parts) => parts.join(''))

it('a number of a JSON text has the value that JSON.parse gives it', () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.double().map(String)), (text) => {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        // What is read before the error is not all of the text.
        expect(read(text)?.rest).not.toBe('')
        return
      }
      expect(read(`${text},1`)).toEqual(Number.isFinite(value) ? { value, rest: ',1' } : null)
    }),
    { numRuns: 5_000 },
  )
})

it.each([
  '-0',
  '0.0',
  '-0.0e5',
  '5e-324',
  '9007199254740993',
  '0.30000000000000004',
  '1e22',
  '123456789012345678e-30',
])('%s too', (text) => {
  expect(read(text)).toEqual({ value: JSON.parse(text), rest: '' })
})
