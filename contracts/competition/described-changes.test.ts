import { describe, expect, it } from 'vitest'
import { type CompetitionDocument, competitionDocument } from './competition-document.ts'
import { describedChanges } from './described-changes.ts'

const hour = 3_600_000
const charts = Array.from({ length: 7 }, (_, i) => String(i).repeat(16))
const cup = competitionDocument.parse({
  slug: 'cup',
  name: 'Cup',
  announcement: 'Play.',
  downloadUrl: null,
  rounds: [
    { name: 'One', start: 0, end: hour, charts: charts.slice(0, 1) },
    { name: 'Two', start: hour, end: 2 * hour, charts: [] },
  ],
  failedPlaysCount: false,
  grace: 86_400,
  points: { maxPoints: 100, minPoints: 0, pieces: [{ form: 'hyperbolic', rate: 1, upTo: null }] },
  ties: 'share',
  shown: 10,
  boards: ['EX'],
})
const changesTo = (after: Partial<CompetitionDocument>) =>
  describedChanges(cup, { ...cup, ...after }, (hash) => `Song ${hash[0]}`)
const roundTwo = (part: Partial<CompetitionDocument['rounds'][number]>) => ({
  rounds: cup.rounds.map((round, i) => (i === 1 ? { ...round, ...part } : round)),
})

describe('what a change of a competition does, in words', () => {
  it.each([
    ['nothing', {}, []],
    ['grace', { grace: 5_400 }, ['Late plays: accepted for 24 h → 90 min']],
    ['access', { access: 'address' } as const, ['No longer in lists']],
    [
      'points',
      { points: { ...cup.points, minPoints: 10 } },
      [
        'Points: 100 points for the first place on a chart, the points of place 1 divided by 1 plus 100% for each place below, never less than 10.',
      ],
    ],
    ['an end', roundTwo({ end: 3 * hour }), ['Two: ends 1970-01-01 02:00 UTC → 1970-01-01 03:00 UTC']],
    [
      'rules',
      roundTwo({ counted: 2, cmod: false }),
      ['Two: the best 2 charts count', "Two: CMod isn't allowed"],
    ],
    [
      'charts',
      roundTwo({ charts: charts.slice(1) }),
      ['Two: added Song 1, Song 2, Song 3, Song 4, Song 5 and 1 more'],
    ],
  ])('%s', (_what, after, changes) => {
    expect(changesTo(after)).toEqual(changes)
  })
})
