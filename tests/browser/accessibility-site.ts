import { expect } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { call, newPlayer } from '../system/client.ts'
import { addPacks } from './packs.ts'
import { askForEvent, confirmAddress, publishEvent } from './player-event.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { openSite } from './site.ts'

export const chart = smallChart(1)
export const failedOnly = smallChart(2)
const difficulties = ['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge', 'Edit'] as const
/** The first pack has a chart of each difficulty. Enough packs and charts for two pages of each list. */
const packs = Array.from({ length: 26 }, (_, i) => ({
  packId: i + 1,
  name: `Arcade Sundries ${i + 1}`,
  at: 1_770_000_000_000 + i,
  songs: [
    {
      songId: i + 1,
      charts: difficulties.slice(0, i === 0 ? 6 : 1).map((difficulty, n) =>
        packChart((n === 0 && [chart, failedOnly][i]) || smallChart(100 + 6 * i + n), {
          difficulty,
          streams: [{ unit: 16, measures: 48, breaks: 8, brief: '16-8/24', detailed: '16-8 (8) 24' }],
        }),
      ),
    },
  ],
}))

/** A site where every page and list has content. */
export async function openFilledSite() {
  const site = await openSite()
  await addPacks(site, packs)
  const crowd = await newPlayers(site.url, 'dancer', 27)
  const ada = await newPlayer(site.url, 'ada')
  await confirmAddress(site, ada)
  const ben = await newPlayer(site.url, 'an-alias-of-fifty-characters-'.padEnd(50, 'o'))
  for (const [i, player] of [...crowd, ben].entries())
    await sendPlay(site.url, player, { chart, seed: i, skill: i / 27 })
  const failed = { chart: failedOnly, seed: 98, failsAt: 0.5, rate: 1.1 }
  const failedId = (await sendPlay(site.url, ada, failed)).playId
  const playId = (await sendPlay(site.url, ada, { chart, seed: 99, skill: 0.6 })).playId
  const refused = await call(`${site.url}/v1/chart/${chart.hash}/play`, { token: ben.key, body: {} })
  expect(refused.status).toBe(422)
  await call(`${site.url}/api/rivals`, { token: ada.token, body: { rivalUserId: ben.id } })
  const charts = [chart.hash, failedOnly.hash]
  const { event, draft } = await publishEvent(site, ada, charts)
  const paths = { event, draft, asked: await askForEvent(site, ada, ben, charts) }
  return { site, ada, ben, playId, failedId, paths }
}
