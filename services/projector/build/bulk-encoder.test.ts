import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../../../tests/generators/small-play.ts'
import { type Encoded, encoder } from './bulk-encoder.ts'

describe('the encoder of a build', () => {
  it('encodes concurrent batches separately', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const batches = await Promise.all([encode(plays(1, 60)), encode(plays(61, 90))])

    expect(batches.map(idsOf)).toEqual([numbers(1, 60), numbers(61, 90)])
  })

  it('skips and counts events of unknown types', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const [first] = plays(1, 1)
    if (!first) throw new Error('no plays')
    const text = Buffer.from(first.bytes).toString('latin1').replace('PlaySubmitted', 'PlayOfThisDay')
    const encoded = await encode([{ ...first, bytes: Buffer.from(text, 'latin1') }, ...plays(2, 3)])

    expect(encoded).toMatchObject({ unknown: 1 })
    expect(idsOf(encoded)).toEqual([2, 3])
  })

  it('reports the first event that cannot be folded, and discards the rows before it', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const [first, ...others] = plays(1, 30)
    if (!first) throw new Error('no plays')
    const refused = await encode([...others, { ...first, bytes: Buffer.from('no event') }])

    expect(refused).toEqual({
      refused: { nth: 29, reason: expect.stringMatching(/^not an event: /) },
    })
    expect(idsOf(await encode(plays(31, 40)))).toEqual(numbers(31, 40))
  })
})

function plays(from: number, to: number): RecordedEvent[] {
  return numbers(from, to).map((playId) => {
    const play = smallPlay({
      playId,
      player: playerNumber(1),
      chart: 'f'.repeat(16),
      offset: 0.01,
      at: playId,
    })
    return { partition: 0, offset: playId, bytes: encodeEvent(playSubmitted, play) }
  })
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Ids of the plays in the rows: the first column. */
function idsOf(encoded: Encoded): number[] {
  if ('refused' in encoded) throw new Error(encoded.refused.reason)
  const plays = encoded.copies.find(({ into }) => into.startsWith('g1.plays '))
  const text = new TextDecoder().decode(plays?.rows)
  return text
    .trimEnd()
    .split('\n')
    .map((row) => Number(row.slice(0, row.indexOf('\t'))))
}
