import { randomUUID } from 'node:crypto'
import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { vi } from 'vitest'
import { type CompetitionServer, startCompetitionServer } from '../competitions/competition-server.ts'
import { announced, competition } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { newPlayers } from './scores.ts'
import { type BrowsedSite, browseSite } from './site.ts'

const websiteDir = new URL('../../dist/web/', import.meta.url).pathname
export const day = 86_400_000
export const start = Math.floor(Date.now() / day) * day - 7 * day
export const chart = (n: number) => n.toString(16).padStart(16, 'ab')
export const charts = Array.from({ length: 20 }, (_, i) => chart(i + 1))

export const event = competition({
  announcement: 'Round 1 is on: 20 charts. Put up your best score on each of them.',
  downloadUrl: 'https://packs.example/blue-shift.zip',
  rounds: [
    { name: 'Round 1', start, end: start + 21 * day, charts },
    { name: 'Round 2', start: start + 21 * day, end: start + 42 * day, charts: [] },
    { name: 'Round 3', start: start + 42 * day, end: start + 63 * day, charts: [] },
  ],
})

export const participants = 32

/** A running event with 32 participants, of whom nine have an account. */
export interface CompetitionSite {
  readonly server: CompetitionServer
  readonly site: BrowsedSite
  /** Ranked on the second page of the standings. */
  readonly ada: Player
  /** Ada's rival. */
  readonly rival: Player
  /** Ada's overall rank on the first board. */
  rankOfAda(): Promise<number | undefined>
  close(): Promise<void>
}

export async function openCompetitionSite(): Promise<CompetitionSite> {
  const server = await startCompetitionServer(websiteDir)
  const known = await newPlayers(server.url, 'dancer', 8)
  const ada = await newPlayer(server.url, 'heelswitch')
  const rival = itemAt(known, 2)
  await call(`${server.url}/api/rivals`, { token: ada.token, body: { rivalUserId: rival.id } })
  const strangers = Array.from({ length: participants - 9 }, () => randomUUID())
  const ids = [...known.map(({ id }) => id), ...strangers, ada.id]
  await server.say({ ...announced(event), at: start - day })
  let playId = 1
  // Players earlier in the list score better; each plays a few charts a day.
  await server.play(
    ids.flatMap((player, i) =>
      charts.flatMap((hash, c) =>
        (c + i) % 7 === 6
          ? []
          : [
              smallPlay({
                playId: playId++,
                player,
                chart: hash,
                offset: 0.004 + 0.005 * i + 0.0007 * ((c * 5 + i * 3) % 11),
                at: start + ((c * 7 + i) % 20) * (day / 3),
                title: `Song ${c + 1}`,
                meter: 8 + (c % 9),
              }),
            ],
      ),
    ),
  )
  await server.play([
    // A stranger passed Ada two hours ago.
    smallPlay({
      playId: playId++,
      player: itemAt(strangers, 22),
      chart: chart(1),
      offset: 0.001,
      at: Date.now() - 7_200_000,
      title: 'Song 1',
    }),
    // Played before the start, so it does not count.
    smallPlay({
      playId: 900,
      player: ada.id,
      chart: chart(2),
      offset: 0.001,
      at: start - 1_000,
      title: 'Song 2',
    }),
  ])
  const total = async () => {
    const { status, body } = await call(`${server.url}/api/event/blue-shift`)
    return status === 200 && JSON.stringify(body).includes(`"participants":${participants}`)
  }
  await vi.waitUntil(total, { timeout: 60_000, interval: 500 })
  const site = await browseSite(server.url)
  return {
    server,
    site,
    ada,
    rival,
    async rankOfAda() {
      const { body } = await call(`${server.url}/api/event/blue-shift/player/${ada.id}`)
      return getCompetitionPlayer.answer.parse(body).places[0]?.rank
    },
    async close() {
      await site.close()
      await server.stop()
    },
  }
}
