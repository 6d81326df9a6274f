import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../tests/generators/simfile.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import { decodeText } from './text.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const plain = (text: string) => [...text].map((char) => char.charCodeAt(0).toString(16)).join('')

describe('the text of a simfile', () => {
  it.each([
    ['UTF-8', bytesOf('#TITLE:夜の café;'), '#TITLE:夜の café;'],
    ['UTF-8 with a mark', bytes(`efbbbf ${plain('#TITLE:x;')}`), '#TITLE:x;'],
    ['UTF-16, little end first', new Uint8Array(Buffer.from('\ufeff#TITLE:夜;', 'utf16le')), '#TITLE:夜;'],
    ['UTF-16, big end first', new Uint8Array(Buffer.from('\ufeff#A:é;', 'utf16le').swap16()), '#A:é;'],
    ['Shift-JIS with kana', bytes('82a9 82c8 20 8356'), 'かな シ'],
    ['Shift-JIS, kanji alone', bytes('93fa 967b'), '日本'],
    ['Shift-JIS with a wave dash', bytes('81 60'), '～'],
    ['Windows-1252', bytes(`${plain('Caf')}e9 20 96 20 9c`), 'Café – œ'],
    ['Windows-1252 whose letters pair up', bytes(`${plain('Pok')}e9${plain('mon')}`), 'Pokémon'],
    ['Windows-1252 in the private range of Shift-JIS', bytes(`${plain('Gr')}f6df${plain('er')}`), 'Größer'],
    ['nothing', new Uint8Array(), ''],
  ])('is read from %s', (_, file, text) => {
    expect(decodeText(file)).toBe(text)
  })

  it('has a limit in bytes', () => {
    expect(() => decodeText(new Uint8Array(simfileLimits.bytes + 1))).toThrow(SimfileError)
  })
})
