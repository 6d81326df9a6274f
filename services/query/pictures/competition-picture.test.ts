import { describe, expect, it } from 'vitest'
import { competitionPicture } from './competition-picture.ts'
import type { DrawText } from './text.ts'

/** Every letter is half as wide as it is high. */
async function drawnTexts(name: string) {
  const drawn: { text: string; size: number }[] = []
  const draw: DrawText = async (text, _x, _y, { size }) => {
    drawn.push({ text, size })
    return { svg: '', width: (text.length * size) / 2 }
  }
  const start = '2026-12-01T00:00:00.000Z'
  const rest = { start, end: '2026-12-08T00:00:00.000Z', rounds: 1, players: 0, final: false }
  await competitionPicture(
    draw,
    { kind: 'event', slug: 'cup', name, colour: 'gold', picture: null, ...rest, leaders: [] },
    null,
  )
  return drawn
}

describe('the picture of a competition', () => {
  it('has the wordmark of Blue Shift, letter by letter', async () => {
    const letters = (await drawnTexts('Blue Shift (Beta)')).filter(({ text }) => text.length === 1)
    expect(letters.map(({ text }) => text).join('')).toBe('BLUESHIFT(BETA)')
  })

  it.each(['Winter Cup', 'כוס החורף'])(
    'has another name as it is written, in one piece: %s',
    async (name) => {
      expect(await drawnTexts(name)).toContainEqual({ text: name, size: 84 })
    },
  )

  it('has a long name in a smaller size', async () => {
    const name = 'Long Winter Nights of the North'
    const sizes = (await drawnTexts(name)).flatMap(({ text, size }) => (text === name ? size : []))
    expect(sizes).toHaveLength(2)
    expect((sizes[1] ?? 0) * (name.length / 2)).toBeCloseTo(808)
  })
})
