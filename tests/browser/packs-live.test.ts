import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { panel, rowOf } from './find.ts'
import { addPacks } from './packs.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(1, 11)
/** Another chart that claims the hash of the first. */
const pretender = { ...chart, times: chart.times.slice(1), arrows: chart.arrows.slice(1) }

describe.skipIf(noBrowser)('open pages when a pack is processed', () => {
  let site: Site
  let ada: Player
  let ben: Player
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    ben = await newPlayer(site.url, 'ben')
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it('list the pack live; plays of its charts are no longer provisional, and plays of other charts leave the board', async () => {
    const right = await sendPlay(site.url, ada, { chart, seed: 1, skill: 0.9 })
    const wrong = await sendPlay(site.url, ben, { chart: pretender, seed: 2, skill: 1 })
    const failed = await sendPlay(site.url, ada, { chart, seed: 3, skill: 0.9, failsAt: 0.5 })
    const packs = await site.visit('/packs')
    await packs.getByText('No packs available').waitFor()
    const charts = await site.visit('/charts')
    await charts.getByText('Showing 1 of 1 charts').waitFor()
    const rightPlay = await site.visit(`/play/${right.playId}`)
    const wrongPlay = await site.visit(`/play/${wrong.playId}`)
    const failedPlay = await site.visit(`/play/${failed.playId}`)
    for (const page of [rightPlay, wrongPlay, failedPlay]) await page.getByText('Provisional score').waitFor()
    const home = await site.visit('/')
    await rowOf(home, wrong.playId).waitFor()
    const chartPage = await site.visit(`/chart/${chart.hash}`)
    await rowOf(panel(chartPage, 'Leaderboards'), wrong.playId).waitFor()

    await addPacks(site, [
      {
        packId: 1,
        name: 'Night Shift',
        at: Date.UTC(2026, 0, 1),
        songs: [{ songId: 1, charts: [packChart(chart)] }],
      },
    ])

    await packs.getByRole('link', { name: 'Night Shift' }).waitFor()
    await rowOf(home, right.playId).getByRole('img', { name: 'Hard 11' }).waitFor()
    await rowOf(home, wrong.playId).getByText('Unranked', { exact: true }).waitFor()
    await chartPage.getByRole('link', { name: 'Night Shift' }).waitFor()
    await rowOf(panel(chartPage, 'Leaderboards'), right.playId).waitFor()
    await charts.getByRole('link', { name: 'Night Shift' }).first().waitFor()
    for (const page of [rightPlay, wrongPlay, failedPlay])
      await page.getByText('Provisional score').waitFor({ state: 'detached' })
    await wrongPlay.getByText("Its steps, holds, rolls or mines don't match the chart").waitFor()
    // Now scored against the whole chart.
    await failedPlay
      .getByText(/We received the chart while you were here\. The score was [\d.]+% before\./)
      .waitFor()
  })
})
