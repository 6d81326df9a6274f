import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { ProcessedChart } from '@stepledger/contracts/packs/processed-chart.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { boardEntries } from '@stepledger/projections/boards/bests-and-boards.ts'
import { ownBests } from '@stepledger/projections/boards/reads.ts'
import { chartsOn } from '@stepledger/projections/catalogue/list-charts.ts'
import { simfilesOfChart } from '@stepledger/projections/catalogue/list-packs.ts'
import {
  chartByHash,
  countsOfChart,
  hashesAfter,
  shownChart,
} from '@stepledger/projections/catalogue/reads.ts'
import { waitingCounts, waitingSources } from '@stepledger/projections/catalogue/sources/waiting-sources.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { KnownStandings } from '@stepledger/projections/standings/known-standings.ts'
import { settleStandings } from '@stepledger/projections/standings/settle-standings.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { announced, competition } from '../generators/competition.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { smallChart, smallSong } from '../generators/small-song.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const chart = 'aaaaaaaaaaaaaaaa'
const other = 'bbbbbbbbbbbbbbbb'
const [honest, attacker, ada, ben] = [1, 2, 3, 4].map(playerNumber) as [string, string, string, string]
const uploadId = '6d1f5b52-7d0e-4f7b-8c6d-5e4f3a2b1c0d'
/** Generated plays have three rows. */
const threeRows = { rows: 3, holds: 0, rolls: 0, mines: 0 }
const oneRow = { ...threeRows, rows: 1 }

let models: FoldedModels
let at = 1_900_000_000_000
beforeEach(async () => {
  models = await foldedModels()
})
afterEach(() => models.close())

const fold = (...events: AnyEvent[]) => models.fold(events)
const later = () => (at += 1_000)

/** The events of an accepted upload of a pack with one song. */
function pack(
  packId: number,
  uploader: string | null,
  title: string,
  counts: ProcessedChart['counts'],
  hash = chart,
): AnyEvent[] {
  const head = () => ({ id: `pack-${packId}-${later()}`, v: 1, at, key: String(packId) })
  const name = `Pack ${packId}`
  const songId = packId * 10
  return [
    {
      ...head(),
      type: 'PackUploaded',
      data: { packId, uploadId, name, uploader, sha256: Buffer.alloc(32), size: 1 },
    },
    smallSong({ packId, songId, at: later(), title, charts: [smallChart({ hash, counts })] }),
    {
      ...head(),
      type: 'PackProcessed',
      data: { packId, uploadId, name, banner: null, songIds: [songId], leftOut: [] },
    },
  ]
}

function removed(packId: number): AnyEvent {
  return { id: `removed-${later()}`, type: 'PackRemoved', v: 1, at, key: String(packId), data: { packId } }
}

async function decided(packId: number, accepted: boolean): Promise<AnyEvent> {
  const waiting = await waitingSources(models.generation, { packs: [packId] }, 10)
  const sources = waiting.map(({ songId, hash, content }) => ({ songId, hash, content }))
  const data = { packId, accepted, by: null, sources }
  return { id: `decided-${later()}`, type: 'ChartSourcesDecided', v: 1, at, key: String(packId), data }
}

const play = (playId: number, player: string, title = 'Play', passed = true) =>
  smallPlay({ playId, player, chart, offset: playId / 1_000, at: later(), title, passed })
const titleNow = async () => (await chartByHash(models.generation, chart))?.title
const rowsNow = async () => (await countsOfChart(models.generation, chart)).map(({ rows }) => rows).sort()
const reasonsOf = async (id: number) => (await playById(models.generation, id))?.reasons
const listed = async () => {
  const query = { search: '', orderBy: 'songName', orderDirection: 'asc' } as const
  const { charts, total } = await chartsOn(models.generation, query, { from: 0, limit: 10 })
  expect(charts).toHaveLength(total)
  expect(await hashesAfter(models.generation, null, 0, 10)).toEqual(charts.map(({ hash }) => hash).toSorted())
  return charts.map(({ title }) => title)
}

describe('given a chart in a listed pack, another uploader sends it with fewer rows and another title', () => {
  beforeEach(() => fold(...pack(1, honest, 'Honest', threeRows), ...pack(2, attacker, 'Take me', oneRow)))

  it("counts and title don't change, and the source waits for review", async () => {
    expect([await rowsNow(), await titleNow()]).toEqual([[3], 'Honest'])
    const simfiles = await simfilesOfChart(models.generation, chart)
    expect(simfiles.map(({ title }) => title)).toEqual(['Honest'])
    expect(await waitingSources(models.generation, {}, 10)).toMatchObject([
      {
        packId: 2,
        states: { title: 'Take me', counts: oneRow },
        known: { title: 'Honest', counts: threeRows },
      },
    ])
    expect(await waitingSources(models.generation, { describedBy: [1] }, 10)).toHaveLength(1)
    expect(await waitingSources(models.generation, { describedBy: [2] }, 10)).toHaveLength(0)
    expect(await waitingCounts(models.generation, [1, 2])).toEqual(new Map([[2, 1]]))
  })

  it('also when the first pack is removed and sent again', async () => {
    await fold(removed(1))
    expect([await rowsNow(), await listed()]).toEqual([[], []])
    await fold(...pack(1, honest, 'Honest', threeRows))
    expect([await rowsNow(), await titleNow()]).toEqual([[3], 'Honest'])
  })

  it('once accepted, both counts fit, and the first pack still describes the chart', async () => {
    await fold(await decided(2, true))
    expect([await rowsNow(), await titleNow()]).toEqual([[1, 3], 'Honest'])
    expect(await waitingSources(models.generation, {}, 10)).toEqual([])
    await fold(removed(1))
    expect([await rowsNow(), await titleNow()]).toEqual([[1], 'Take me'])
  })

  it('once refused, it waits again only when its song changes', async () => {
    await fold(await decided(2, false))
    expect(await waitingSources(models.generation, {}, 10)).toEqual([])
    await fold(...pack(2, attacker, 'Take me', { ...oneRow, rows: 2 }))
    expect(await rowsNow()).toEqual([3])
    expect(await waitingSources(models.generation, {}, 10)).toHaveLength(1)
  })

  it('accepting an earlier version does not accept the current one', async () => {
    const decision = await decided(2, true)
    await fold(...pack(2, attacker, 'Take me', { ...oneRow, rows: 2 }), decision)
    expect(await rowsNow()).toEqual([3])
  })
})

it('counts of a removed pack have no effect, and plays are scored again, failed ones too', async () => {
  await fold(play(1, ada), play(2, ben, 'Play', false))
  const before = [await playById(models.generation, 1), await playById(models.generation, 2)]

  await fold(...pack(1, honest, 'Long', { ...threeRows, rows: 300 }))
  expect(await reasonsOf(1)).toEqual(['chart-mismatch'])
  await fold(removed(1))

  expect([await playById(models.generation, 1), await playById(models.generation, 2)]).toEqual(before)
})

it('once a pack is counted again, refused plays rank: on boards, as bests and in competitions', async () => {
  const systems = firstRules.systems.map(({ id }) => id)
  const rounds = [{ name: 'One', start: at - 1e9, end: at + 1e9, charts: [chart] }]
  const events = [announced(competition({ rounds, failedPlaysCount: false }))]
  let known: KnownStandings | null = null
  const standings = async () => {
    const news = events.map((event, offset) => ({ offset, event }))
    const settled = await models.database.transaction((tx) =>
      settleStandings(
        { schema: 'g1', rules: firstRules, tx },
        {
          events: { from: known ? 1 : 0, next: 1, events: known ? [] : news, recorded: new Map() },
          known,
          now: at,
        },
      ),
    )
    known = settled.known
    return (await models.database.pool.query('select player from g1.event_scores')).rows
  }
  const board = async () =>
    [...(await boardEntries(models.generation, { chart, systems }, 0, 10))].map(([, entries]) =>
      entries.map(({ playId }) => playId),
    )
  await fold(...pack(1, honest, 'Song', oneRow), play(1, ada))
  expect([await reasonsOf(1), await board(), await standings()]).toEqual([
    ['chart-mismatch'],
    [[], [], []],
    [],
  ])

  await fold(...pack(1, honest, 'Song', threeRows))

  expect([await reasonsOf(1), await board(), await standings()]).toEqual([
    [],
    [[1], [1], [1]],
    [{ player: ada }],
  ])
  const bests = await ownBests(models.generation, ada, [chart], systems)
  expect(bests.map(({ play_id }) => play_id)).toEqual([1, 1, 1])
})

it('a play of either player ranks where each has counts of their own, also once the pack is listed again', async () => {
  const [uploaded, song, processed] = pack(1, honest, 'Couple', oneRow)
  if (song?.type !== 'SongProcessed' || !uploaded || !processed) throw new Error('no pack')
  const charts = song.data.charts.map((one) => ({ ...one, otherCounts: [threeRows] }))
  await fold(play(1, ada), uploaded, { ...song, data: { ...song.data, charts } }, processed)
  expect([await rowsNow(), await reasonsOf(1)]).toEqual([[1, 3], []])

  await fold(removed(1), { ...processed, id: 'again', at: later() })
  expect([await rowsNow(), await reasonsOf(1)]).toEqual([[1, 3], []])

  await fold(...pack(1, honest, 'Couple', oneRow))
  expect([await rowsNow(), await reasonsOf(1)]).toEqual([[1], ['chart-mismatch']])
})

it('a song that its pack no longer lists is no source', async () => {
  await fold(...pack(1, honest, 'Honest', threeRows))
  const [uploaded, , processed] = pack(1, honest, 'Honest', threeRows)
  if (processed?.type !== 'PackProcessed' || !uploaded) throw new Error('no pack')
  await fold(uploaded, { ...processed, data: { ...processed.data, songIds: [] } })
  expect([await rowsNow(), await listed()]).toEqual([[], []])
})

it.each([
  ['title', { title: 'Take me' }, {}],
  ['artist', { artist: 'Take me' }, {}],
  ['step artist', {}, { stepartist: 'Take me' }],
  ['meter', {}, { meter: 1 }],
])(
  'a song of another uploader with the same counts and another %s waits, an identical one does not',
  async (_, ofSong, ofChart) => {
    await fold(...pack(1, honest, 'Honest', threeRows))
    const [uploaded, song, processed] = pack(2, attacker, 'Honest', threeRows)
    if (!uploaded || song?.type !== 'SongProcessed' || !processed) throw new Error('no pack')
    const charts = song.data.charts.map((one) => ({ ...one, ...ofChart }))
    const other = { ...song, data: { ...song.data, ...ofSong, charts } }
    await fold(uploaded, other, processed)
    expect(await waitingSources(models.generation, {}, 10)).toHaveLength(1)
    expect((await simfilesOfChart(models.generation, chart)).map(({ pack: { id } }) => id)).toEqual([1])

    await fold(...pack(3, ben, 'Honest', threeRows))
    expect(await waitingSources(models.generation, { packs: [3] }, 10)).toEqual([])
    expect((await simfilesOfChart(models.generation, chart)).map(({ pack: { id } }) => id)).toEqual([1, 3])
  },
)

describe('a chart without a listed pack', () => {
  it('is listed and shown while one of its plays counts', async () => {
    await fold(play(1, ada, 'Buy coins'))
    expect(await listed()).toEqual(['Buy coins'])
    await fold(withdrawal(1, ada))
    expect(await listed()).toEqual([])
    expect(await shownChart(models.generation, chart)).toBeNull()
    expect(await titleNow()).toBe('')
    await fold(play(2, ben, 'Song', false))
    expect(await shownChart(models.generation, chart)).toBeNull()
    await fold(play(3, ben, 'Song'))
    expect(await listed()).toEqual(['Song'])
  })

  it('is described by its earliest remaining play, never by that of an erased player', async () => {
    await fold(play(1, ada, 'Words of Ada'), play(2, ben, 'Words of Ben'))
    expect(await titleNow()).toBe('Words of Ada')
    await fold({ id: 'erased', type: 'PlayerErased', v: 1, at: later(), key: ada, data: {} })
    expect(await titleNow()).toBe('Words of Ben')
    const { rows } = await models.database.pool.query('select c::text as chart from g1.charts c')
    expect(JSON.stringify(rows)).not.toContain('Ada')
  })

  it('is described by a play again once its pack is removed', async () => {
    await fold(play(1, ada, 'Played'), ...pack(1, honest, 'Honest', threeRows))
    expect(await titleNow()).toBe('Honest')
    await fold(removed(1))
    expect(await listed()).toEqual(['Played'])
  })

  it('has a title without bidirectional controls and zero-width characters', async () => {
    await fold(play(1, ada, 'Pa\u200bper \u202esnretnaL\u202c'))
    expect(await listed()).toEqual(['Paper snretnaL'])
  })
})

it("charts of other packs don't change", async () => {
  await fold(...pack(1, honest, 'Honest', threeRows), ...pack(2, attacker, 'Own', oneRow, other))
  expect(await listed()).toEqual(['Honest', 'Own'])
  expect(await waitingSources(models.generation, {}, 10)).toEqual([])
})

function withdrawal(playId: number, key: string): AnyEvent {
  const data = { playId, by: 'operator' as const, reason: null }
  return { id: `withdrawn-${playId}`, type: 'PlayWithdrawn', v: 1, at: later(), key, data }
}
