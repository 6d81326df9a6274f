import { type ChartLeaderboards, chartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import { type Play, play } from '@stepledger/contracts/http/shapes/play.ts'
import { readSimfile } from '@stepledger/services/catalogue/simfile/read-simfile.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { generatedChart } from '../generators/chart.ts'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import type { SystemUnderTest } from '../system/system-under-test.ts'
import { sendPack, waitUntilProcessed } from './upload.ts'

const simfile = madeSimfile({
  title: 'Late Bloomer',
  measures: 7,
  charts: [{ difficulty: 'Challenge', meter: 12, rows: 16 }],
})
const hash = readSimfile(Buffer.from(simfile), 'ssc').charts[0]?.hash.hash ?? ''
const counted = { hash, holds: 0, rolls: 0, mines: 0 }
/** The chart has 7 measures of 16 rows. */
const asItIs = { ...generatedChart({ seed: 1, rows: 112 }), ...counted }
const other = { ...generatedChart({ seed: 1, rows: 90 }), ...counted }

/** The part of a play's answer that depends on its chart. */
const chartResult = ({ provisional, eligible, reasons, leaderboards }: Play) => ({
  provisional,
  eligible,
  reasons: reasons.map(({ code }) => code),
  scores: leaderboards.map(({ data }) => data.score),
})

/** Test cases about plays and the pack of their chart. */
export function packAfterPlaysTests(running: () => SystemUnderTest): void {
  let system: SystemUnderTest
  let uploader: Player
  beforeAll(async () => {
    system = running()
    uploader = await newPlayer(system.url, 'uwe')
    await system.ledger('accounts', 'grant', 'uwe', 'packs.upload')
  })

  const callPlay = (id: number | undefined) => call(`${system.url}/api/play/${id}`)
  const pageOf = async (id: number) => play.parse((await callPlay(id)).body)
  const boards = async (): Promise<ChartLeaderboards> =>
    chartLeaderboards.parse((await call(`${system.url}/api/chart/${hash}/leaderboards`)).body)
  /**
   * Submits a valid play, one of another chart that claims this chart's hash, and a failed one; waits until all are
   * folded.
   */
  const threePlays = async (name: string) => {
    const player = await newPlayer(system.url, name)
    const bodies = [
      playBody({ seed: 3, skill: 0.8, chart: asItIs }),
      playBody({ seed: 4, skill: 0.95, chart: other }),
      playBody({ seed: 5, skill: 0.8, chart: asItIs, failsAt: 0.5 }),
    ]
    const ids: number[] = []
    for (const body of bodies) ids.push(Number((await submit(system.url, player, body)).playId))
    // Plays of one player are folded in order, so the last one implies the others.
    await vi.waitUntil(async () => (await callPlay(ids.at(-1))).status === 200, {
      timeout: 30_000,
      interval: 50,
    })
    return ids
  }

  it('get the same result in either order, and plays of other charts leave the board', async () => {
    const early = await threePlays('pia')
    const before = (await Promise.all(early.map(pageOf))).map(chartResult)
    expect(before.map(({ provisional, reasons }) => [provisional, reasons])).toEqual([
      [true, []],
      [true, []],
      [true, ['failed']],
    ])

    const zip = madePack('Late Shift', { 'Bloomer/bloomer.ssc': simfile })
    const upload = await sendPack(system.url, uploader, 'Late Shift', zip)
    expect(await waitUntilProcessed(system.url, uploader, upload)).toMatchObject({ state: 'ready' })
    await vi.waitUntil(async () => !(await pageOf(early[0] ?? 0)).provisional, {
      timeout: 30_000,
      interval: 50,
    })

    const late = await threePlays('quin')
    const [judged, judgedAtOnce] = await Promise.all(
      [early, late].map(async (ids) => (await Promise.all(ids.map(pageOf))).map(chartResult)),
    )
    expect(judged).toEqual(judgedAtOnce)
    expect(judged?.map(({ provisional, reasons }) => [provisional, reasons])).toEqual([
      [false, []],
      [false, ['chart-mismatch']],
      [false, ['failed']],
    ])
    // A failed play is now scored against the whole chart, not only against its rows.
    const failed = [before[2], judged?.[2]].map((play) => Math.max(...(play?.scores ?? []).map(Number)))
    expect(failed[1]).toBeLessThan(failed[0] ?? 0)

    for (const { type, scores } of (await boards()).leaderboards)
      expect([type, scores.map(({ playId }) => playId).toSorted()]).toEqual([
        type,
        [early[0], late[0]].toSorted(),
      ])
  })
}
