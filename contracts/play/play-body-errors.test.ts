import { describe, expect, it } from 'vitest'
import { errorsOfBody, unchangedBody } from '../../tests/generators/changed-body.ts'

const radar = { Holds: [1, 2], Mines: [0, 0], Rolls: [0, 0] }

describe('a malformed body is rejected with field and reason', () => {
  const rowReason = 'must be a number of seconds, or a text of at most 100 characters that starts with "Miss"'

  it.each<[field: string, reason: string, value: unknown]>([
    ['songName', 'is required', undefined],
    ['songName', 'must be a text', 5],
    ['songName', 'must be a text', null],
    ['pack', 'is required', undefined],
    ['stepartist', 'must be a text', ['a']],
    ['length', 'must be a text', 93],
    ['hash', 'is required', undefined],
    ['hash', `must equal the hash in the path, ${unchangedBody.hash}`, '0000000000000000'],
    ['hash', `must equal the hash in the path, ${unchangedBody.hash}`, unchangedBody.hash.toUpperCase()],
    ['musicRate', 'must be above 0', 0],
    ['musicRate', 'must be above 0', -1],
    ['timingData', 'is required', undefined],
    ['timingData', 'must be a list of rows', {}],
    ['timingData', 'must have at least one row', []],
    ['timingData', 'must have at most 50000 rows', Array(50_001).fill([1, 0])],
  ])('%s %s', (field, reason, value) => {
    expect(errorsOfBody({ [field]: value })).toEqual([{ field, reason }])
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
    expect(errorsOfBody({ timingData: [[1, 0], row] })).toEqual([{ field, reason }])
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
    expect(errorsOfBody({ radar: value })).toEqual([{ field, reason }])
  })

  it('reports all errors at once', () => {
    expect(errorsOfBody({ songName: 1, timingData: [] }, ['radar'])).toEqual([
      { field: 'songName', reason: 'must be a text' },
      { field: 'radar', reason: 'is required' },
      { field: 'timingData', reason: 'must have at least one row' },
    ])
  })
})
