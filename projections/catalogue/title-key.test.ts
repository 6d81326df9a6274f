import { describe, expect, it } from 'vitest'
import { chartKey, titleKey, wordPattern } from './title-key.ts'

describe('sort keys of titles', () => {
  it.each([
    ['Kármán Line', 'kármán line'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['  The End ', 'the end'],
  ])('of %s is %s', (title, key) => expect(titleKey(title)).toBe(key))
})

describe('keys of charts', () => {
  it('order the charts of a song by type and difficulty, and songs of one title by artist', () => {
    const chart = { title: 'Ohayo', artist: 'Ben', stepsType: 'dance-single', difficulty: 'Hard', meter: 9 }
    const inOrder = [
      { ...chart, title: 'Oh', difficulty: 'Edit' },
      { ...chart, artist: 'Ada', difficulty: 'Edit' },
      { ...chart, difficulty: 'Beginner', meter: 12 },
      chart,
      { ...chart, meter: 10 },
      { ...chart, difficulty: 'Challenge' },
      { ...chart, stepsType: 'dance-double', difficulty: 'Easy' },
      { ...chart, stepsType: null, difficulty: null, meter: null },
      { ...chart, title: 'Ohayo 2' },
    ]
    const keys = inOrder.map(chartKey)
    expect(keys.toSorted()).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

it('patterns match wildcards literally', () => {
  expect(wordPattern('100%_\\')).toBe('%100\\%\\_\\\\%')
})
