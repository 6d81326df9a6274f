import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('a line of CSV quotes texts, and has none that a spreadsheet takes for a formula', () => {
  expect(csvLine([1, 'ada', -3])).toBe('1,"ada",-3\r\n')
  expect(csvLine(['a "b", c\n'])).toBe('"a ""b"", c\n"\r\n')
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝'])
    expect(csvLine([`${start}1+1`])).toBe(`"'${start}1+1"\r\n`)
})
