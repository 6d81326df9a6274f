import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { z } from 'zod'
import type { FaultySystem } from './faulty-system.ts'
import { untilFolded, withEngine } from './folded.ts'
import type { Acknowledged } from './load.ts'

/** Consistency errors in the sense of Jepsen, in the ledger or the read models. All lists must be empty. */
export interface ConsistencyErrors {
  /** Acknowledged, but missing. */
  readonly lost: readonly string[]
  /** Present more than once: two rows of one play, or two plays for one submission. */
  readonly doubled: readonly string[]
  /** In the ledger before an earlier play of the same player. */
  readonly outOfOrder: readonly string[]
  /** Present, but never acknowledged. */
  readonly phantom: readonly string[]
}

const rowsOf = z.array(z.object({ id: z.int(), player: z.string() }))

/** Waits until everything in the ledger is folded, then compares with the acknowledgements. */
export function checkConsistency(
  ground: FaultySystem,
  acknowledged: readonly Acknowledged[],
): Promise<ConsistencyErrors> {
  return withEngine(ground, async (engine, live) => {
    await untilFolded(ground, engine, live)
    const from = new Array<number>(engine.ledger.partitions.events).fill(0)
    const inLedger: Acknowledged[] = []
    for await (const batch of engine.ledger.read('events', from)) {
      for (const { bytes } of batch) {
        const event = decodeEvent(bytes)
        if (event?.type === 'PlaySubmitted') inLedger.push({ player: event.key, playId: event.data.playId })
      }
    }
    const { rows } = await engine.database.pool.query(`select id, player from ${live.schema}.plays`)
    const shown = rowsOf.parse(rows).map(({ id: playId, player }) => ({ player, playId }))
    return findErrors(acknowledged, inLedger, shown)
  })
}

/**
 * `inLedger`: in order within each player. An event may be appended twice (at least once delivery); the first one
 * counts.
 */
export function findErrors(
  acknowledged: readonly Acknowledged[],
  inLedger: readonly Acknowledged[],
  shown: readonly Acknowledged[],
): ConsistencyErrors {
  const name = ({ player, playId }: Acknowledged) => `${playId} of ${player}`
  const acknowledgedNames = new Set(acknowledged.map(name))
  const offsets = new Map<string, number>()
  for (const [place, play] of inLedger.entries()) if (!offsets.has(name(play))) offsets.set(name(play), place)
  const shownNames = shown.map(name)
  const shownOnce = new Set(shownNames)

  const last = new Map<string, number>()
  const outOfOrder = acknowledged.flatMap((play) => {
    const place = offsets.get(name(play))
    // Counted as lost.
    if (place === undefined) return []
    const before = last.get(play.player) ?? -1
    last.set(play.player, Math.max(place, before))
    return place < before ? [name(play)] : []
  })
  return {
    lost: acknowledged.map(name).filter((play) => !offsets.has(play) || !shownOnce.has(play)),
    doubled: [
      ...shownNames.filter((play, i) => shownNames.indexOf(play) < i),
      ...acknowledged.map(name).filter((play, i, all) => all.indexOf(play) < i),
    ],
    outOfOrder,
    phantom: [...offsets.keys(), ...shownOnce].filter((play) => !acknowledgedNames.has(play)),
  }
}
