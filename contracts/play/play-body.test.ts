import { describe, expect, it } from 'vitest'
import { changedBody, errorsOfBody, unchangedBody } from '../../tests/generators/changed-body.ts'
import { playBody } from '../../tests/generators/play-body.ts'
import { samplePlays } from '../../tests/generators/sample-plays.ts'
import { packPlay } from './pack-play.ts'
import { packRows, unpackRows } from './pack-rows.ts'
import { type PlayBody, readPlayBody } from './play-body.ts'

const rowsOf = ({ rows }: PlayBody) => unpackRows(packRows(rows))

describe('a body of a play', () => {
  it.each([...samplePlays()])('is accepted: the real play %s', (_, body) => {
    expect(readPlayBody(body, body.hash)).toMatchObject({ ok: true })
  })

  it.each(['none', '1.0', '1.1', '1.2', '1.3', '1.4'] as const)('is accepted in version %s', (version) => {
    const body = playBody({ seed: 3, version })
    const outcome = readPlayBody(body, body.hash)
    expect(outcome).toMatchObject({ ok: true, body: { version: version === 'none' ? '1.0' : version } })
  })

  it.each([
    ['_arrowCloudBodyVersion', '1.2', '1.2'],
    ['bodyVersion', '1.3', '1.3'],
    ['bodyVersion', '1.4.7', '1.4'],
    ['bodyVersion', '2.10', '2.10'],
    ['bodyVersion', 'newest', '1.0'],
    ['bodyVersion', 1.4, '1.0'],
    ['bodyVersion', null, '1.0'],
  ])('has its version in %s: %j is %s', (field, said, version) => {
    expect(changedBody({ bodyVersion: undefined, [field]: said }).version).toBe(version)
  })

  it.each([
    [14, 14],
    ['14', 14],
    [' 9 ', 9],
    ['12.5', 12],
    ['?', null],
    [null, null],
    [{}, null],
    [1e300, null],
  ])('has its meter as a number or a numeric text: %j is %j', (difficulty, meter) => {
    const body = changedBody({ difficulty })
    expect(body.known.difficulty).toBe(meter)
    expect(body.sent.difficulty).toEqual(difficulty)
  })

  it.each([
    'description',
    'difficulty',
    'lifebarInfo',
    'npsInfo',
    'modifiers',
    'musicRate',
    'usedAutoplay',
    'passed',
    'bodyVersion',
  ])('is accepted without the optional field %s', (field) => {
    expect(errorsOfBody({}, [field])).toEqual([])
  })

  it.each([
    ['description', 5],
    ['description', 'x'.repeat(501)],
    ['lifebarInfo', 'none'],
    ['lifebarInfo', []],
    ['npsInfo', []],
    ['npsInfo', { peakNPS: 'high', points: 7 }],
    ['modifiers', []],
    ['modifiers', 'C700'],
    ['musicRate', '1.5'],
    ['musicRate', null],
    ['usedAutoplay', 'no'],
    ['passed', 1],
    ['lifeRanOut', 'yes'],
    ['expectedRows', '96'],
    ['pendingDate', 20250101],
    ['playKey', {}],
    ['judgmentCounts', { W0: 3, deep: [{ er: null }] }],
    ['from a later version', [1, 'two', { three: 3 }]],
  ])('is accepted with an invalid %s, which is stored as sent (%#)', (field, value) => {
    expect(changedBody({ [field]: value }).sent[field]).toEqual(value)
  })

  it.each(['songName', 'artist', 'pack', 'stepartist', 'length', 'description'] as const)(
    'is accepted with a %s of any length, stored up to 4 KiB',
    (field) => {
      expect(changedBody({ [field]: 'x'.repeat(100_000) }).known[field]).toHaveLength(4096)
    },
  )

  it('is accepted with 50,000 rows', () => {
    expect(changedBody({ timingData: Array(50_000).fill([1, 0]) }).rows.count).toBe(50_000)
  })

  it.each([
    [true, false],
    [false, false],
    [undefined, false],
    [null, true],
    ['no', true],
    [0, true],
    [Number.POSITIVE_INFINITY, true],
  ])('with %s in usedAutoplay has autoplayUnknown: %s', (usedAutoplay, unknown) => {
    expect(packPlay(changedBody({ usedAutoplay })).data.autoplayUnknown ?? false).toBe(unknown)
  })

  it.each([
    [1, 1],
    [1_000_000, 1_000_000],
    [0, null],
    [-5, null],
    [95.5, null],
    [1_000_001, null],
    ['96', null],
  ])('with %s in expectedRows expects %s', (expectedRows, known) => {
    expect(changedBody({ expectedRows }).known.expectedRows).toBe(known)
  })

  it('has null for non-finite optional numbers, and a miss for an infinite offset', () => {
    const text = JSON.stringify({ ...unchangedBody, timingData: 0, worstWindow: 0, musicRate: 0 })
      .replace('"worstWindow":0', '"worstWindow":1e+9999')
      .replace('"musicRate":0', '"musicRate":-1e+9999')
      .replace('"timingData":0', '"timingData":[[1,1e+9999,1e+9999],[2,-1e+9999],[3,0.01,null]]')
    const outcome = readPlayBody(JSON.parse(text), unchangedBody.hash)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
    expect(outcome.body.sent.worstWindow).toBeNull()
    expect(outcome.body.known.musicRate).toBeNull()
    expect(rowsOf(outcome.body)).toEqual([
      [1, 'Miss', null],
      [2, 'Miss'],
      [3, 0.01, null],
    ])
  })

  it('has NUL and lone surrogates replaced everywhere, and nothing else', () => {
    const body = changedBody({
      songName: 'a\0b',
      artist: '\ud83d\ude00 \ud83d',
      modifiers: { 'k\0': ['\udc00'] },
      timingData: [[1, 'Miss\0', '\ud800']],
    })
    expect(body.known.songName).toBe('a\ufffdb')
    expect(body.known.artist).toBe('😀 \ufffd')
    expect(body.sent.modifiers).toEqual({ 'k\ufffd': ['\ufffd'] })
    expect(rowsOf(body)).toEqual([[1, 'Miss\ufffd', '\ufffd']])
  })

  it('has a miss for any text that starts with "Miss", and rows of 2 to 9 elements', () => {
    const timingData = [
      [1, 'Miss'],
      [2, 'Miss3', 4],
      [3, 0.25, 1, true, false, null, 0, false, 'L'],
    ]
    expect(rowsOf(changedBody({ timingData }))).toEqual(timingData)
  })
})
