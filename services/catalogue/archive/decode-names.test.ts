import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExtraFields } from 'yauzl'
import { unicodePath } from '../../../tests/generators/zip.ts'
import { decodeNames } from './decode-names.ts'

const raw = (bytes: Buffer, flags = 0, extra: Buffer = Buffer.alloc(0)) => ({
  bytes,
  flags,
  extraFields: parseExtraFields(extra),
})
const unlabelled = (names: readonly Buffer[]) => decodeNames(names.map((bytes) => raw(bytes)))

const shiftJisCodes = new Map<string, readonly number[]>()
for (let high = 0; high < 256; high += 1) {
  for (let low = 0x40; low < 256; low += 1) note([high, low])
  note([high])
}

function note(bytes: readonly number[]): void {
  const text = new TextDecoder('shift_jis').decode(Uint8Array.from(bytes))
  if ([...text].length === 1 && text !== '\ufffd' && !shiftJisCodes.has(text)) shiftJisCodes.set(text, bytes)
}

const inShiftJis = (text: string) =>
  Buffer.from([...text].flatMap((letter) => shiftJisCodes.get(letter) ?? []))

const cp437Codes: Readonly<Record<string, number>> = {
  ...{
    Ç: 0x80,
    ü: 0x81,
    é: 0x82,
    â: 0x83,
    ä: 0x84,
    à: 0x85,
    å: 0x86,
    ç: 0x87,
    ê: 0x88,
    ë: 0x89,
    è: 0x8a,
    ï: 0x8b,
  },
  ...{
    î: 0x8c,
    Ä: 0x8e,
    Å: 0x8f,
    É: 0x90,
    æ: 0x91,
    ô: 0x93,
    ö: 0x94,
    ò: 0x95,
    û: 0x96,
    ù: 0x97,
    Ö: 0x99,
    Ü: 0x9a,
  },
  ...{ á: 0xa0, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5, ß: 0xe1 },
}
const inCp437 = (text: string) =>
  Buffer.from([...text].map((letter) => cp437Codes[letter] ?? letter.charCodeAt(0)))

it.each([
  [['夜の歌/夜の歌.sm', '夜の歌/bg.png', 'banner.png']],
  [['ソース/表示能力.sm']],
  [['愛/愛.sm']],
  [['ﾈｵﾝ/neon.sm']],
  [['DDR 5th/AM-3P (夏)/a.sm']],
  [['コナミ オリジナル/☆Ultra☆/♪.ssc', 'Hello/hello.sm']],
  [['～終～/ＡＢＣ.sm']],
])('reads the names of a Japanese pack zipped on Windows: %j', (names) => {
  expect(unlabelled(names.map(inShiftJis))).toEqual(names)
})

it.each([
  [['Café del Mar/café.sm', 'Señorita/a.sm']],
  [['für Elise/a.sm', 'schön/b.sm']],
  [['été à la mer/a.sm']],
  [['naïve/a.sm']],
  [['Über/Größe.sm']],
  [['Piñata é ö/é.sm']],
  [['Ça plane pour moi/a.sm']],
  [['déjà vu/déjà vu.sm', 'Björk/b.sm']],
])('reads the names of a European pack zipped on Windows: %j', (names) => {
  expect(unlabelled(names.map(inCp437))).toEqual(names)
})

it('reads UTF-8 without a flag, as macOS writes it', () => {
  const names = ['夜の歌/a.sm', 'Café/b.sm', '✨ 🎵/c.sm', '노래/d.sm']
  expect(unlabelled(names.map((name) => Buffer.from(name)))).toEqual(names)
})

it('trusts the UTF-8 flag and the Info-ZIP field, each for its own name', () => {
  const japanese = inShiftJis('夜の歌')
  expect(
    decodeNames([
      raw(Buffer.from('Café'), 0x800),
      raw(japanese),
      raw(Buffer.from('caf_'), 0, unicodePath(Buffer.from('caf_'), 'café ✨')),
      raw(Buffer.from([0x81, 0x81]), 0, unicodePath(Buffer.from([0x81, 0x81]), '夜')),
    ]),
  ).toEqual(['Café', '夜の歌', 'café ✨', '夜'])
})

it('ignores an invalid UTF-8 flag and a field of another name', () => {
  const japanese = inShiftJis('夜の歌')
  expect(decodeNames([raw(japanese, 0, unicodePath(Buffer.from('other'), 'café'))])).toEqual(['夜の歌'])
  expect(decodeNames([raw(japanese, 0x800)])).toEqual(['夜の歌'])
})

it('keeps ASCII names, whatever the other names', () => {
  const plain = fc.stringMatching(/^[ -~]{1,20}$/)
  fc.assert(
    fc.property(fc.array(plain), fc.array(fc.uint8Array({ maxLength: 20 })), (names, others) => {
      const decoded = unlabelled([
        ...names.map((name) => Buffer.from(name)),
        ...others.map((o) => Buffer.from(o)),
      ])
      expect(decoded.slice(0, names.length)).toEqual(names)
    }),
  )
})

// Kana are never UTF-8; a few rare kanji alone could be.
it('decodes any name of kana and kanji', () => {
  const japanese = fc
    .string({
      unit: fc.constantFrom(
        ...[...shiftJisCodes.keys()].filter((letter) => /[ぁ-んァ-ヶ一-龠]/.test(letter)),
      ),
      minLength: 1,
      maxLength: 12,
    })
    .map((name) => `の${name}`)
  fc.assert(
    fc.property(fc.array(japanese, { minLength: 1, maxLength: 5 }), (names) => {
      expect(unlabelled(names.map(inShiftJis))).toEqual(names)
    }),
  )
})
