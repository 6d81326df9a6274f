import { describe, expect, it } from 'vitest'
import { chartSources, sourceKey } from './chart-sources.ts'

const { decider } = chartSources
const source = (songId: number) => ({ songId, hash: 'aaaaaaaaaaaaaaaa', content: '0'.repeat(32) })
const waiting = { ...decider.initial, waiting: [1, 2].map((song) => sourceKey(source(song))) }
const decide = (type: 'accept' | 'refuse', songs: number[]) =>
  ({ type, packId: 3, by: null, sources: songs.map(source) }) as const

describe('the charts of a pack that wait', () => {
  it('are accepted or refused, some or all of them', () => {
    expect(decider.decide(waiting, decide('accept', [1, 2]))).toEqual([
      {
        type: 'ChartSourcesDecided',
        data: { packId: 3, accepted: true, by: null, sources: [source(1), source(2)] },
      },
    ])
    expect(decider.decide(waiting, decide('refuse', [2]))).toMatchObject([{ data: { accepted: false } }])
  })

  it('are decided once', () => {
    const [event] = [decider.decide(waiting, decide('accept', [1]))].flat()
    if (event === undefined || 'code' in event) throw new Error('refused')
    const after = decider.evolve(waiting, { ...event, at: 0, offset: 0 })
    expect(decider.decide(after, decide('refuse', [1, 2]))).toMatchObject({ code: 'not-waiting' })
    expect(decider.decide(after, decide('refuse', [2]))).toMatchObject([{ data: { accepted: false } }])
    expect(decider.decide(after, decide('refuse', []))).toMatchObject({ code: 'not-waiting' })
  })
})
