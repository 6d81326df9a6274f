import { describe, expect, it } from 'vitest'
import { loadFaces } from './faces.ts'
import { textDrawer } from './text.ts'

const draw = textDrawer(loadFaces())
const style = { size: 50, weight: 700, width: 112, fill: '#fff' }
const shapes = (svg: string) => svg.match(/<path/g)?.length ?? 0

describe('a line of text', () => {
  it('is outlines, so that no fonts of the machine matter', async () => {
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

  it('has figures of one width', async () => {
    expect((await draw('11.11', 0, 0, style)).width).toBeCloseTo((await draw('88.88', 0, 0, style)).width)
  })

  it('ends with an ellipsis where it is too long, in whole characters of any script', async () => {
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

  it('draws kana and kanji, and a box for each character that no face has', async () => {
    const kanji = await draw('冥', 0, 0, style)
    expect(kanji.width).toBeCloseTo(50)
    expect(kanji.svg).not.toContain('evenodd')
    const { svg } = await draw('이름🎵', 0, 0, style)
    expect(svg.match(/evenodd/g)).toHaveLength(3)
  })

  it('leaves out what nobody sees, and is nothing for nothing', async () => {
    expect((await draw('\u202eab\u0000\n', 0, 0, style)).width).toBeCloseTo(
      (await draw('ab', 0, 0, style)).width,
    )
    expect(await draw('', 0, 0, style)).toEqual({ svg: '<g fill="#fff"></g>', width: 0 })
  })
})
