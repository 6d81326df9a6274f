import { describe, expect, it } from 'vitest'
import { playBody } from '../../tests/generators/play-body.ts'
import { samplePlays } from '../../tests/generators/sample-plays.ts'
import { packPlay } from './pack-play.ts'
import { readPlayBody } from './play-body.ts'

const sent = playBody({ seed: 7, rows: 5, width: 2 })

function read(changes: Record<string, unknown>, without: readonly string[] = []) {
  const body: Record<string, unknown> = { ...sent, ...changes }
  for (const name of without) delete body[name]
  return readPlayBody(body, sent.hash)
}

function problemsOf(changes: Record<string, unknown>, without: readonly string[] = []) {
  const outcome = read(changes, without)
  return outcome.ok ? [] : outcome.problems
}

function bodyOf(changes: Record<string, unknown>, without: readonly string[] = []) {
  const outcome = read(changes, without)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.body
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

function inObjects(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = { value }
  return value
}

/** Levels of lists and objects; null in the place of a deeper one is none. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const radar = { Holds: [1, 2], Mines: [0, 0], Rolls: [0, 0] }

describe('a body as the game sends it', () => {
  it.each([...samplePlays()])('is taken: the real play %s', (_, body) => {
    expect(readPlayBody(body, body.hash)).toMatchObject({ ok: true })
  })

  it.each(['none', '1.0', '1.1', '1.2', '1.3', '1.4'] as const)('is taken in version %s', (version) => {
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
  ])('says its version in %s: %j is %s', (field, said, version) => {
    expect(bodyOf({ bodyVersion: undefined, [field]: said }).version).toBe(version)
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
  ])('says its meter as a number or a numeric text: %j is %j', (difficulty, meter) => {
    const body = bodyOf({ difficulty })
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
  ])('is taken without the optional field %s', (field) => {
    expect(problemsOf({}, [field])).toEqual([])
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
    ['pendingDate', 20250101],
    ['playKey', {}],
    ['judgmentCounts', { W0: 3, deep: [{ er: null }] }],
    ['from a later version', [1, 'two', { three: 3 }]],
  ])('is taken with %s odd, and keeps it as sent (%#)', (field, value) => {
    expect(bodyOf({ [field]: value }).sent[field]).toEqual(value)
  })

  it.each(['songName', 'artist', 'pack', 'stepartist', 'length', 'description'] as const)(
    'is taken with a %s of any length, kept up to 4 KiB',
    (field) => {
      expect(bodyOf({ [field]: 'x'.repeat(100_000) }).known[field]).toHaveLength(4096)
    },
  )

  it('is taken with 50,000 rows', () => {
    expect(bodyOf({ timingData: Array(50_000).fill([1, 0]) }).rows).toHaveLength(50_000)
  })

  it.each([
    [true, false],
    [false, false],
    [undefined, false],
    [null, true],
    ['no', true],
    [0, true],
    [Number.POSITIVE_INFINITY, true],
  ])('says by %s in usedAutoplay whether it is unknown: %s', (usedAutoplay, unknown) => {
    expect(packPlay(bodyOf({ usedAutoplay })).data.autoplayUnknown ?? false).toBe(unknown)
  })

  it('keeps a number that is not finite as null where it is optional, and takes an infinite offset for a miss', () => {
    const text = JSON.stringify({ ...sent, timingData: 0, worstWindow: 0, musicRate: 0 })
      .replace('"worstWindow":0', '"worstWindow":1e+9999')
      .replace('"musicRate":0', '"musicRate":-1e+9999')
      .replace('"timingData":0', '"timingData":[[1,1e+9999,1e+9999],[2,-1e+9999],[3,0.01,null]]')
    const outcome = readPlayBody(JSON.parse(text), sent.hash)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
    expect(outcome.body.sent.worstWindow).toBeNull()
    expect(outcome.body.known.musicRate).toBeNull()
    expect(outcome.body.rows).toEqual([
      [1, 'Miss', null],
      [2, 'Miss'],
      [3, 0.01, null],
    ])
  })

  it('has NUL and lone surrogates replaced, everywhere, and nothing else touched', () => {
    const { known, sent, rows } = bodyOf({
      songName: 'a\0b',
      artist: '\ud83d\ude00 \ud83d',
      modifiers: { 'k\0': ['\udc00'] },
      timingData: [[1, 'Miss\0', '\ud800']],
    })
    expect(known.songName).toBe('a\ufffdb')
    expect(known.artist).toBe('😀 \ufffd')
    expect(sent.modifiers).toEqual({ 'k\ufffd': ['\ufffd'] })
    expect(rows).toEqual([[1, 'Miss\ufffd', '\ufffd']])
  })

  it('takes any text that starts with "Miss" for a miss, and rows of 2 to 9 elements', () => {
    const timingData = [
      [1, 'Miss'],
      [2, 'Miss3', 4],
      [3, 0.25, 1, true, false, null, 0, false, 'L'],
    ]
    expect(bodyOf({ timingData }).rows).toEqual(timingData)
  })
})

describe('a malformed body is refused with the field and the reason', () => {
  const rowReason = 'must be a number of seconds, or a text of at most 100 characters that starts with "Miss"'

  it.each<[field: string, reason: string, value: unknown]>([
    ['songName', 'is required', undefined],
    ['songName', 'must be a text', 5],
    ['songName', 'must be a text', null],
    ['pack', 'is required', undefined],
    ['stepartist', 'must be a text', ['a']],
    ['length', 'must be a text', 93],
    ['hash', 'is required', undefined],
    ['hash', `must equal the hash in the path, ${sent.hash}`, '0000000000000000'],
    ['hash', `must equal the hash in the path, ${sent.hash}`, sent.hash.toUpperCase()],
    ['musicRate', 'must be above 0', 0],
    ['musicRate', 'must be above 0', -1],
    ['timingData', 'is required', undefined],
    ['timingData', 'must be a list of rows', {}],
    ['timingData', 'must have at least one row', []],
    ['timingData', 'must have at most 50000 rows', Array(50_001).fill([1, 0])],
  ])('%s %s', (field, reason, value) => {
    expect(problemsOf({ [field]: value })).toEqual([{ field, reason }])
  })

  it.each<[field: string, reason: string, row: unknown]>([
    ['timingData.1', 'must be a list', { time: 1 }],
    ['timingData.1', 'must have 2 to 9 elements', [1]],
    ['timingData.1', 'must have 2 to 9 elements', [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['timingData.1.0', 'must be a finite number: the time in song seconds', ['1', 0]],
    ['timingData.1.0', 'must be a finite number: the time in song seconds', [Infinity, 0]],
    ['timingData.1.1', rowReason, [1, null]],
    ['timingData.1.1', rowReason, [1, 'miss']],
    ['timingData.1.1', rowReason, [1, true]],
    ['timingData.1.1', rowReason, [1, `Miss${'!'.repeat(97)}`]],
    ['timingData.1.2', 'must have at most 100 characters', [1, 0, 'x'.repeat(101)]],
  ])('%s %s', (field, reason, row) => {
    expect(problemsOf({ timingData: [[1, 0], row] })).toEqual([{ field, reason }])
  })

  const pairReason = 'must be a list of two numbers: [actual, possible]'
  it.each<[field: string, reason: string, value: unknown]>([
    ['radar', 'is required', undefined],
    ['radar', 'must be an object with Holds, Mines and Rolls', []],
    ['radar.Mines', 'is required', { ...radar, Mines: undefined }],
    ['radar.Holds', pairReason, { ...radar, Holds: 4 }],
    ['radar.Holds', pairReason, { ...radar, Holds: [1, 2, 3] }],
    ['radar.Holds.0', 'must not be negative', { ...radar, Holds: [-1, 2] }],
    ['radar.Rolls.1', 'must be a whole number', { ...radar, Rolls: [0, 1.5] }],
    ['radar.Rolls.1', 'must be a whole number', { ...radar, Rolls: [0, '1'] }],
    ['radar.Rolls.0', 'must be a whole number', { ...radar, Rolls: [Infinity, 0] }],
    ['radar.Rolls.0', 'is too large', { ...radar, Rolls: [1e10, 0] }],
  ])('%s %s', (field, reason, value) => {
    expect(problemsOf({ radar: value })).toEqual([{ field, reason }])
  })

  it('all of them at once', () => {
    expect(problemsOf({ songName: 1, timingData: [] }, ['radar'])).toEqual([
      { field: 'songName', reason: 'must be a text' },
      { field: 'radar', reason: 'is required' },
      { field: 'timingData', reason: 'must have at least one row' },
    ])
  })
})

describe('what is beyond the limits is dropped, and the play is kept', () => {
  it('fields after 200 unknown ones, however many known ones there are', () => {
    const many = Object.fromEntries(Array.from({ length: 203 }, (_, i) => [`f${i}`, i]))
    const { sent: kept, dropped } = bodyOf(many)
    expect(kept).toMatchObject({ f0: 0, f199: 199, songName: sent.songName })
    expect(kept).not.toHaveProperty('f200')
    expect(dropped).toEqual(
      ['f200', 'f201', 'f202'].map((field) => ({
        field,
        reason: 'was dropped: at most 200 unknown fields are kept',
      })),
    )
  })

  it('fields with names of more than 200 characters', () => {
    const { sent: kept, dropped } = bodyOf({ ['n'.repeat(201)]: 1, ['m'.repeat(200)]: 1 })
    expect(kept).toHaveProperty('m'.repeat(200), 1)
    expect(dropped).toEqual([
      { field: `${'n'.repeat(40)}…`, reason: 'was dropped: names have at most 200 characters' },
    ])
  })

  it('lists and objects below 32 levels, in fields, in parts of required ones, and in rows', () => {
    const reason = 'was cut: values are kept 32 levels deep'
    const {
      sent: kept,
      known,
      rows,
      dropped,
    } = bodyOf({
      list: nested(40),
      object: { deep: inObjects(40), beside: 1 },
      radar: { ...radar, more: nested(32) },
      timingData: [[1, 0, 0, nested(33)]],
    })
    const depths = [kept.list, kept.object, rows[0]?.[3]].map(depthOf)
    expect(depths).toEqual([32, 32, 32])
    expect(kept.object).toMatchObject({ beside: 1 })
    expect(known.radar).toMatchObject(radar)
    expect(dropped).toEqual(['radar', 'list', 'object', 'timingData'].map((field) => ({ field, reason })))
  })

  it('texts beyond 4 KiB, between two characters', () => {
    const {
      known,
      sent: kept,
      dropped,
    } = bodyOf({
      songName: 'x'.repeat(4097),
      artist: `x${'😀'.repeat(1024)}`,
      pack: '夏'.repeat(1365),
      description: '夏'.repeat(1_000_000),
    })
    expect(known.songName).toBe('x'.repeat(4096))
    expect(known.artist).toBe(`x${'😀'.repeat(1023)}`)
    expect(known.pack).toBe('夏'.repeat(1365))
    expect(known.description).toBe('夏'.repeat(1365))
    expect(kept.description).toBe(known.description)
    const reason = 'was cut: at most 4096 bytes of it are kept'
    expect(dropped).toEqual(['songName', 'artist', 'description'].map((field) => ({ field, reason })))
  })

  it('and nothing is where everything fits', () => {
    expect(bodyOf({ list: nested(32) }).dropped).toEqual([])
  })
})
