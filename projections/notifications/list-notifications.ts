import type { NotificationKind } from '@stepledger/contracts/http/notifications.ts'
import type { ChartSummary } from '@stepledger/contracts/http/shapes/chart.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { summariesOf } from '../catalogue/reads.ts'
import type { GenerationDb } from '../read-database.ts'
import type { ListedInterval, NotificationOf, RefusedPlays } from './notification.ts'
import { notificationsOf } from './reads.ts'

/** A list of notifications with the charts that it names. `more`: older ones exist. */
export interface ListedNotifications {
  readonly leaderboard: string
  readonly notifications: readonly NotificationOf[]
  readonly more: boolean
  readonly charts: ReadonlyMap<string, ChartSummary>
}

interface ListQuery extends ListedInterval {
  /** The scoring system of the board; null or unknown: the first. */
  readonly systemId: number | null
  readonly kinds: readonly NotificationKind[]
  readonly refused: readonly RefusedPlays[]
}

/** Returns the latest notifications of a player with the charts that they name. */
export async function listNotifications(
  generation: GenerationDb,
  player: string,
  { systemId, limit, ...query }: ListQuery,
): Promise<ListedNotifications> {
  const system = systemById(generation.rules, systemId)
  const { notifications, more } = await notificationsOf(generation, { player, system, ...query }, limit)
  const hashes = notifications.flatMap((each) => ('chart' in each ? [each.chart] : []))
  const charts = await summariesOf(generation, [...new Set(hashes)])
  return { leaderboard: system.name, notifications, more, charts }
}

function systemById({ systems }: Rules, id: number | null) {
  return systems.find((system) => system.id === id) ?? itemAt(systems, 0)
}
