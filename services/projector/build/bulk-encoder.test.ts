import { decodeEnvelope, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { Encoder } from 'cbor-x'
import { describe, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../../../tests/generators/small-play.ts'
import { waiting } from '../fold/parking.ts'
import { type Encoded, encoder } from './bulk-encoder.ts'

const none: ReadonlySet<string> = new Set()

describe('the encoder of a build', () => {
  it('encodes concurrent batches separately', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const batches = await Promise.all([encode(plays(1, 60), none), encode(plays(61, 90), none)])

    expect(batches.map(idsOf)).toEqual([numbers(1, 60), numbers(61, 90)])
  })

  it('skips and counts events of unknown types', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const [first] = plays(1, 1)
    if (!first) throw new Error('no plays')
    const text = Buffer.from(first.bytes).toString('latin1').replace('PlaySubmitted', 'PlayOfThisDay')
    const encoded = await encode([{ ...first, bytes: Buffer.from(text, 'latin1') }, ...plays(2, 3)], none)

    expect(encoded).toMatchObject({ unknown: 1 })
    expect(idsOf(encoded)).toEqual([2, 3])
  })

  it('parks an event that cannot be folded, and those of its key behind it', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const [first, ...others] = plays(1, 30)
    if (!first) throw new Error('no plays')
    // The type is that of a play, and its data are those of another event.
    const { key } = decodeEnvelope(first.bytes)
    const bytes = new Encoder({ useRecords: false }).encode({
      id: 'p',
      type: 'PlaySubmitted',
      v: 1,
      at: 1,
      key,
      data: { playId: 1 },
    })
    const encoded = await encode([{ ...first, bytes }, ...others], none)

    expect(idsOf(encoded)).toEqual([])
    expect(encoded.parked.map(({ playId }) => playId)).toEqual(numbers(1, 30))
    expect(encoded.parked.map(({ reason }) => reason).slice(1)).toEqual(Array(29).fill(waiting))
    expect(idsOf(await encode(plays(31, 40), new Set(['another key'])))).toEqual(numbers(31, 40))
    expect(idsOf(await encode(plays(31, 40), new Set([key])))).toEqual([])
  })

  it('throws at an event of a newer release', async () => {
    const encode = encoder({ schema: 'g1', rules: firstRules })
    const [first] = plays(1, 1)
    if (!first) throw new Error('no plays')
    const bytes = new Encoder({ useRecords: false }).encode({ ...decodeEnvelope(first.bytes), v: 99 })
    await expect(encode([{ ...first, bytes }, ...plays(2, 3)], none)).rejects.toThrow(
      /^PlaySubmitted at 0:1 of .* cannot be folded: PlaySubmitted has version 99/,
    )
    expect(idsOf(await encode(plays(2, 3), none))).toEqual([2, 3])
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
  const plays = encoded.copies.find(({ into }) => into.startsWith('g1.plays '))
  const text = new TextDecoder().decode(plays?.rows)
  return text
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => Number(row.slice(0, row.indexOf('\t'))))
}
