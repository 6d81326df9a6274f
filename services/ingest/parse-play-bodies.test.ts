import { isRecord } from '@stepledger/contracts/is-record.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playBody } from '../../tests/generators/play-body.ts'
import { samplePlays } from '../../tests/generators/sample-plays.ts'
import { parseBody } from '../platform/http/json-body.ts'
import { parsePlay } from './parse-play-bodies.ts'

const asJson = (text: Buffer) => ({ body: parseBody(text), rows: null })
const isByColumn = (text: string) => parsePlay(Buffer.from(text)).rows !== null

/** What is stored of the play in a text, or why it is refused. */
function playOf(text: string, parse: typeof parsePlay): unknown {
  try {
    const { body, rows } = parse(Buffer.from(text))
    if (!isRecord(body)) return body
    const outcome = readPlayBody(body, sent.hash, rows)
    return outcome.ok ? { ...packPlay(outcome.body), fingerprint: fingerprint(outcome.body) } : outcome
  } catch (error) {
    return String(error)
  }
}

function expectSamePlay(text: string): void {
  expect(playOf(text, parsePlay)).toEqual(playOf(text, asJson))
}

const sent = playBody({ seed: 3, rows: 6, skill: 0.5, version: '1.4' })
const text = JSON.stringify(sent)
const rows = JSON.stringify(sent.timingData)
const others = JSON.stringify({ ...sent, timingData: undefined }).slice(1)

describe('the rows of a play', () => {
  it.each([text, JSON.stringify(sent, null, 3), JSON.stringify(playBody({ seed: 4, rows: 900, width: 2 }))])(
    'are read by column: %.20s…',
    (usual) => {
      expect(isByColumn(usual)).toBe(true)
      expectSamePlay(usual)
    },
  )

  it.each([...samplePlays()])('are read by column: the real play %s', (_, body) => {
    expect(isByColumn(JSON.stringify(body))).toBe(true)
    expectSamePlay(JSON.stringify(body))
  })

  it.each([
    ['are missing', `{${others}`],
    ['are empty', `{"timingData":[],${others}`],
    ['are of different lengths', `{"timingData":[[1,2],[1,2,3]],${others}`],
    ['have a tenth element', `{"timingData":[[1,2,3,4,5,6,7,8,9,10]],${others}`],
    ['have one element', `{"timingData":[[1],[2]],${others}`],
    ['have other texts', `{"timingData":[[1,"Miss3"],[2,"Missed"]],${others}`],
    ['have an infinite number', `{"timingData":[[1,1e999]],${others}`],
    ['are sent twice', `{"timingData":[[1,2]],"timingData":${rows},${others}`],
    ['are sent twice, once with an escape', `{"timingData":${rows},"timing\\u0044ata":[[1,2]],${others}`],
    ['are those of an object inside', `{"modifiers":{"timingData":${rows}},${others}`],
    ['are those of a list around', `[{"timingData":${rows},${others}]`],
    ['are in a text', `{"x":"\\"timingData\\":[[1,2]]","timingData":${rows},${others}`],
    ['are a value', `{"x":"timingData",${others}`],
    ['are beside a forbidden key', `{"timingData":${rows},"__proto__":{"x":1},${others}`],
    ['are followed by an error', `{"timingData":${rows},x,${others}`],
  ])('that %s are the same as by JSON.parse', (_, unusual) => {
    expectSamePlay(unusual)
  })

  it('are the same as by JSON.parse in any text, also a damaged one', () => {
    const damage = fc.record({
      at: fc.nat(text.length),
      removed: fc.constantFrom(0, 0, 1, 2, 20),
      added: fc.string({
        unit: fc.constantFrom(...'[]{},:"-+.eE019 \n\\tfnu', 'true', 'null', '"Miss"'),
        maxLength: 3,
      }),
    })
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 3 }), (damages) => {
        const damaged = damages.reduce(
          (left, { at, removed, added }) => left.slice(0, at) + added + left.slice(at + removed),
          text,
        )
        expectSamePlay(damaged)
      }),
      { numRuns: 3_000 },
    )
  })
})
