import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { TablesTx } from '../generation.ts'
import type { Gone } from '../read-model.ts'
import { attemptsOf, bestsOf } from './attempts.ts'
import { type Bests, bestId, bestsOfAttempt, better } from './best.ts'
import type { Pair } from './pair.ts'
import { bucketOf, hundredthsOf } from './rank-key.ts'
import type { AttemptRow, BestRow } from './tables.ts'
import { type BoardChange, writeBoards } from './write-boards.ts'

/** Pairs that are read in one go. */
const chunk = 5_000

/**
 * Finds the bests of players on charts where one of their plays is no more what it was: among their own attempts. The charts are locked by
 * the caller: what is read here does not change until the batch is committed.
 */
export async function findBestsAgain(into: TablesTx, plays: readonly Gone[]): Promise<void> {
  const pairs = touchedPairs(plays)
  for (let from = 0; from < pairs.length; from += chunk)
    await findAgain(into, pairs.slice(from, from + chunk))
}

async function findAgain(into: TablesTx, touched: readonly Pair[]): Promise<void> {
  const before = byId(await bestsOf(into, touched))
  const after = await bestAgain(into, touched)
  const charts = [...new Set(touched.map(({ chart }) => chart))]
  await writeBoards(into, charts, difference(before, after))
}

function touchedPairs(rows: readonly Pair[]): Pair[] {
  return [...new Map(rows.map(({ chart, player }) => [`${chart} ${player}`, { chart, player }])).values()]
}

function byId(rows: Bests): Map<string, BestRow> {
  return new Map(rows.map((row) => [bestId(row), row]))
}

/** All attempts of that player on that chart decide. */
async function bestAgain(into: TablesTx, pairs: readonly Pair[]) {
  const after = new Map<string, BestRow>()
  collect(into.rules, after, await attemptsOf(into, pairs))
  return after
}

function collect(rules: Rules, bests: Map<string, BestRow>, attempts: readonly AttemptRow[]): void {
  for (const attempt of attempts) {
    for (const row of bestsOfAttempt(rules, attempt)) {
      const id = bestId(row)
      bests.set(id, better(bests.get(id), row))
    }
  }
}

/** What to write so that `before` becomes `after`, with what it does to the counts of buckets and boards. */
function difference(before: ReadonlyMap<string, BestRow>, after: ReadonlyMap<string, BestRow>): BoardChange {
  const set = [...after].filter(([id, row]) => !isSame(before.get(id), row)).map(([, row]) => row)
  const remove = [...before].filter(([id]) => !after.has(id)).map(([, row]) => row)
  const replaced = set.flatMap((row) => before.get(bestId(row)) ?? [])
  return {
    set,
    remove,
    buckets: [
      ...set.map((row) => ({ ...bucketAt(row), players: 1 })),
      ...[...replaced, ...remove].map((row) => ({ ...bucketAt(row), players: -1 })),
    ],
    players: [
      ...touchedPairs(set.filter((row) => !before.has(bestId(row)))).map(({ chart }) => ({
        chart,
        players: 1,
      })),
      ...touchedPairs(remove).map(({ chart }) => ({ chart, players: -1 })),
    ],
  }
}

function isSame(old: BestRow | undefined, row: BestRow): boolean {
  return old !== undefined && old.key === row.key && old.play_id === row.play_id
}

function bucketAt({ chart, system, key }: BestRow) {
  return { chart, system, bucket: bucketOf(hundredthsOf(key)) }
}
