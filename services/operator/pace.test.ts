import { describe, expect, it } from 'vitest'
import { pacer } from './output.ts'

describe('the pace of what is being done', () => {
  it('is that of the last seconds, and gives the remaining time', () => {
    let at = 0
    const pace = pacer(() => at)
    const after = (ms: number, done: number) => {
      at += ms
      return pace({ what: 'Appending', done, of: 100_000, unit: 'plays' })
    }
    expect(after(0, 0)).toEqual({ rate: null, secondsLeft: null })
    expect(after(10_000, 10_000)).toEqual({ rate: 1_000, secondsLeft: 90 })
    expect(after(10_000, 60_000)).toEqual({ rate: 5_000, secondsLeft: 8 })
    expect(after(10_000, 60_000)).toEqual({ rate: 0, secondsLeft: null })
  })

  it('begins again with something else, and is unknown where nothing is counted', () => {
    let at = 0
    const pace = pacer(() => at)
    pace({ what: 'Folding afresh', done: 0, of: 10, unit: 'events' })
    at = 1_000
    expect(pace({ what: 'Comparing plays' })).toEqual({ rate: null, secondsLeft: null })
    expect(pace({ what: 'Folding afresh', done: 9, of: 10, unit: 'events' }).rate).toBeNull()
  })
})
