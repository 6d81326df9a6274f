import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { generatedChart } from '../generators/chart.ts'
import { playBody } from '../generators/play-body.ts'
import { type Player, submit } from '../system/client.ts'

/** The acknowledgement of a play. */
export interface Acknowledged {
  readonly player: string
  readonly playId: number
}

/** Players who submit play after play, each retried until it is acknowledged, as the game does. */
export interface Load {
  /** Acknowledgements, in order for each player. */
  readonly acknowledged: readonly Acknowledged[]
  /** Invalid answers: one play under two ids. */
  readonly errors: readonly string[]
  /** Resolves after this many more acknowledgements. */
  more(plays: number): Promise<void>
  /** Stops after the pending play of each player is acknowledged. */
  stop(): Promise<void>
}

const charts = 5
/** Keeps the load steady and below capacity. */
const pauseMs = 60

export function startLoad(url: string, players: readonly Player[], seed: number): Load {
  const acknowledged: Acknowledged[] = []
  const errors: string[] = []
  let stopping = false

  async function untilAcknowledged(player: Player, body: ReturnType<typeof playBody>): Promise<number> {
    for (;;) {
      try {
        const { playId } = await submit(url, player, body, { prefer: 'wait=0' })
        return playId
      } catch {
        await sleep(pauseMs)
      }
    }
  }
  const playing = players.map(async (player, n) => {
    for (let i = 0; !stopping; i++) {
      const body = playBody({
        seed: seed * 1_000_003 + n * 10_007 + i,
        chart: generatedChart({ seed: i % charts, rows: 40 }),
      })
      const playId = await untilAcknowledged(player, body)
      acknowledged.push({ player: player.id, playId })
      // Sometimes the answer is lost and the game retries.
      if (i % 10 === 0) {
        const again = await untilAcknowledged(player, body)
        if (again !== playId) errors.push(`${player.alias} was told ${playId}, then ${again} of one play`)
      }
      await sleep(pauseMs)
    }
  })
  return {
    acknowledged: acknowledged,
    errors: errors,
    async more(plays) {
      const wanted = acknowledged.length + plays
      await vi.waitUntil(() => acknowledged.length >= wanted, { timeout: 180_000, interval: 10 })
    },
    async stop() {
      stopping = true
      await Promise.all(playing)
    },
  }
}
