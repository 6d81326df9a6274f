import { describe, expect, it } from 'vitest'
import { loadFaces } from './faces.ts'
import { breakLine, textDrawer } from './text.ts'

const draw = textDrawer(loadFaces())
const style = { size: 50, weight: 700, width: 112, fill: '#fff' }
const shapes = (svg: string) => svg.match(/<path/g)?.length ?? 0

/** The drawn outlines, from left to right, without their positions. */
async function outlines(text: string): Promise<string[]> {
  const { svg } = await draw(text, 0, 0, style)
  return [...svg.matchAll(/ d="([^"]+)"/g)].flatMap(([, outline]) => outline ?? [])
}

const inTurn = async (...letters: string[]) => (await Promise.all(letters.map(outlines))).flat()

describe('a line of text', () => {
  it('is drawn as outlines, independent of installed fonts', async () => {
    const { svg, width } = await draw('96.95', 0, 0, style)
    expect(svg).not.toContain('<text')
    expect(shapes(svg)).toBe(5)
    expect(width).toBeGreaterThan(100)
    expect(width).toBeLessThan(250)
  })

  it('gets wider with size, weight and width of its letters', async () => {
    const { width } = await draw('Stepledger', 0, 0, style)
    expect((await draw('Stepledger', 0, 0, { ...style, size: 100 })).width).toBeCloseTo(2 * width)
    expect((await draw('Stepledger', 0, 0, { ...style, width: 62 })).width).toBeLessThan(width)
    expect((await draw('Stepledger', 0, 0, { ...style, weight: 100 })).width).toBeLessThan(width)
  })

  it('has tabular figures', async () => {
    expect((await draw('11.11', 0, 0, style)).width).toBeCloseTo((await draw('88.88', 0, 0, style)).width)
  })

  it('is truncated with an ellipsis at grapheme boundaries of any script', async () => {
    for (const text of [
      'A title that does not end '.repeat(9),
      '冥王星の曲'.repeat(30),
      'e\u0301'.repeat(200),
    ]) {
      const { width } = await draw(text, 0, 0, { ...style, maxWidth: 300 })
      expect(width).toBeLessThanOrEqual(300)
      expect(width).toBeGreaterThan(220)
    }
  })

  it.each([
    ['kana and kanji', '冥王星のうた'],
    ['Hangul', '벌써 12시 ㅎ'],
    ['simplified and traditional Chinese', '恋爱循环 戀愛循環'],
    ['Cyrillic', 'Ты не один'],
    ['Greek', 'Ελλάδα Ω'],
    ['Vietnamese', 'Mưa nhớ'],
    ['Thai', 'รักเธอ ที่นี่'],
    ['Devanagari', 'तुम ही हो क्षण'],
    ['Arabic', 'عمرو دياب ٢٠٢٦'],
    ['Persian, with a joiner that parts', 'می‌خواهم'],
    ['Hebrew, with points', 'שָׁלוֹם'],
    ['Armenian', 'Կոմիտաս Սարեր'],
    ['Georgian', 'სულიკო ᲡᲣᲚᲘᲙᲝ'],
    ['Ethiopic', 'ቴዲ አፍሮ'],
    ['Bengali', 'আমার সোনার বাংলা ক্ষণ'],
    ['Gurmukhi', 'ਤੇਰੇ ਬਿਨਾ ਪਿਆਰ'],
    ['Gujarati', 'તારી આંખનો અફીણી'],
    ['Tamil', 'நறுமுகையே ரௌடி பேபி'],
    ['Telugu', 'నాటు నాటు స్త్రీ'],
    ['Kannada', 'ಹುಟ್ಟಿದರೆ ಕನ್ನಡ'],
    ['Malayalam', 'മലരേ ജിമിക്കി കമ്മൽ'],
    ['Sinhala', 'මැණිකේ මගේ හිතේ ශ්‍රී'],
    ['Lao', 'ຮັກເຈົ້າ ດວງຈຳປາ'],
    ['Khmer', 'ស្រលាញ់ ខ្មែរ'],
    ['Burmese', 'မြန်မာ ချစ်သူ'],
    ['signs', 'Love ♡ ★ ∞ → ♪'],
    ['emoji', '🎵🔥'],
    ['letters of another look', '𝐋𝐨𝐯𝐞 𝓲𝓽'],
  ])('draws %s', async (_script, title) => {
    const { svg, width } = await draw(title, 0, 0, style)
    expect(svg).not.toContain('evenodd')
    expect(width).toBeGreaterThan(50)
  })

  it('has the direction of its first letter, with bidirectional runs inside', async () => {
    expect(await outlines('אב')).toEqual(await inTurn('ב', 'א'))
    expect(await outlines('אב, 12')).toEqual(await inTurn('1', '2', ',', 'ב', 'א'))
    expect(await outlines('אב DJ')).toEqual(await inTurn('D', 'J', 'ב', 'א'))
    expect(await outlines('DJ אב 12!')).toEqual(await inTurn('D', 'J', '1', '2', 'ב', 'א', '!'))
    expect(await outlines('(אב)')).toEqual(await inTurn('(', 'ב', 'א', ')'))
  })

  it('joins Arabic letters, except at a non-joiner', async () => {
    const forms = (await outlines('ععع')).concat(await outlines('ع'))
    expect(new Set(forms).size).toBe(4)
    expect(await outlines('ع\u200cع')).toEqual(await inTurn('ع', 'ع'))
  })

  it('omits marks that no face has together with their letter', async () => {
    expect(await outlines('Z\u0f35')).toEqual(await outlines('Z'))
  })

  it('draws a box for each character that no face has', async () => {
    const { svg } = await draw('\u0f40\u0f41\u0f42', 0, 0, style)
    expect(svg.match(/evenodd/g)).toHaveLength(3)
  })

  it('breaks after a word, or between characters in text without words', async () => {
    const parts = await breakLine(draw, 'The Quick Brown Fox Jumps Over', style, 500)
    expect(parts.join(' ')).toBe('The Quick Brown Fox Jumps Over')
    expect((await draw(parts[0], 0, 0, style)).width).toBeLessThanOrEqual(500)
    const kanji = '冥王星の曲'.repeat(5)
    expect(await breakLine(draw, kanji, style, 525)).toEqual([kanji.slice(0, 10), kanji.slice(10)])
    expect(await breakLine(draw, 'Short', style, 525)).toEqual(['Short', ''])
  })

  it('omits invisible characters, and draws nothing for an empty text', async () => {
    expect((await draw('\u202eab\u0000\n', 0, 0, style)).width).toBeCloseTo(
      (await draw('ab', 0, 0, style)).width,
    )
    expect(await draw('', 0, 0, style)).toEqual({ svg: '<g fill="#fff"></g>', width: 0 })
  })
})
