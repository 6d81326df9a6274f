import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { fillPassings } from '@stepledger/projections/notifications/notifications.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerNumber } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'
import { numberedEvents } from './numbered-events.ts'

const system = 2

const { event, play, withdrawal } = numberedEvents()
let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
})
afterAll(() => models.close())

/** What a few players do on one chart. `by`: the player; `of`: the rival, or the play of the player that is withdrawn. */
interface Step {
  readonly kind: 'play' | 'follow' | 'unfollow' | 'withdraw'
  readonly by: number
  readonly of: number
  readonly offset: number
  readonly at: number
}

describe('passings', () => {
  const anyStep: fc.Arbitrary<Step> = fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant('play' as const) },
      { weight: 3, arbitrary: fc.constant('follow' as const) },
      { weight: 1, arbitrary: fc.constantFrom('unfollow' as const, 'withdraw' as const) },
    ),
    by: fc.nat({ max: 2 }),
    of: fc.nat({ max: 2 }),
    offset: fc.nat({ max: 6 }),
    at: fc.nat({ max: 9 }),
  })
  let runs = 0

  it('are the same in whatever order plays are folded, and in a build', { timeout: 60_000 }, async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 10, maxLength: 18 }),
        fc.nat({ max: 3 }),
        async (steps, size) => {
          runs += 1
          const players = [0, 1, 2].map((n) => playerNumber(1000 + runs * 10 + n))
          const hash = (0xf000 + runs).toString(16).padStart(16, '0')
          const given = eventsOf(steps, players, hash)
          for (let i = 0; i < given.length; i += size + 1) await models.fold(given.slice(i, i + size + 1))
          const folded = await passingsOn(hash)
          found += folded.length
          expect(folded).toEqual(await expectedOn(hash, players))
        },
      ),
      { numRuns: 30 },
    )
    // The property was tested on passings.
    expect(found).toBeGreaterThan(5)
    expect(await builtPassings()).toEqual(await allPassings())
  })

  function eventsOf(steps: readonly Step[], players: readonly string[], hash: string): AnyEvent[] {
    const sent = new Map<number, number[]>()
    return steps.flatMap(({ kind, by, of, offset, at }): AnyEvent[] => {
      const [key = '', other = ''] = [players[by], players[of]]
      const plays = sent.get(by) ?? []
      if (kind === 'play') {
        const played = play(key, 1, offset / 50, at * 20, { chart: hash })
        sent.set(by, [...plays, played.data.playId])
        return [played]
      }
      if (kind === 'withdraw') {
        const playId = plays[of % Math.max(1, plays.length)]
        return playId === undefined ? [] : [withdrawal(playId, key, at * 20)]
      }
      if (by === of) return []
      return [event(kind === 'follow' ? 'RivalAdded' : 'RivalRemoved', key, other, (at % 3) * 20)]
    })
  }

  interface Best {
    readonly player: string
    readonly play_id: number
    readonly at: number
    readonly key: number
    readonly old_key: number | null
  }

  /** Compares each improvement of a rival with the plays of the follower before it, as the table's definition says. */
  async function expectedOn(hash: string, players: readonly string[]) {
    const { pool } = models.database
    const rivals = await pool.query<{ player: string; rival: string; since: number }>(
      'select * from g1.rivals where player = any($1)',
      [players],
    )
    const bests = await pool.query<Best>(
      'select player, play_id, at, key, old_key from g1.improvements where chart = $1 and system = $2',
      [hash, system],
    )
    const isEarlier = (a: Best, b: Best) => a.at < b.at || (a.at === b.at && a.play_id < b.play_id)
    const isAhead = (a: [number, string], b: [number, string]) =>
      a[0] > b[0] || (a[0] === b[0] && a[1] > b[1])
    return bests.rows
      .flatMap((passing) =>
        rivals.rows.flatMap(({ player, rival, since }) => {
          if (rival !== passing.player || passing.at < since) return []
          const before = bests.rows.filter((own) => own.player === player && isEarlier(own, passing))
          if (before.length === 0) return []
          const own = Math.max(...before.map(({ key }) => key))
          const wasAhead = passing.old_key !== null && isAhead([passing.old_key, rival], [own, player])
          if (wasAhead || !isAhead([passing.key, rival], [own, player])) return []
          return [`${player} ${passing.play_id} ${passing.key} ${own}`]
        }),
      )
      .toSorted()
  }

  async function passingsOn(hash: string): Promise<string[]> {
    const { rows } = await models.database.pool.query<{ text: string }>(
      `select concat_ws(' ', player, play_id, key, own_key) as text from g1.passings
      where chart = $1 and system = $2`,
      [hash, system],
    )
    return rows.map(({ text }) => text).toSorted()
  }

  const inOrder = 'select * from g1.passings order by player, play_id, system'
  const allPassings = async () => (await models.database.pool.query(inOrder)).rows

  /** What a build writes from the same improvements and rivals. */
  async function builtPassings(): Promise<unknown[]> {
    const client = await models.database.pool.connect()
    try {
      await client.query('begin; delete from g1.passings')
      await client.query(fillPassings({ schema: 'g1', rules: firstRules }))
      return (await client.query(inOrder)).rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})
