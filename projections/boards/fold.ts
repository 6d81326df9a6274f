import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Changes, Gone, PlayFact } from '../batch.ts'
import type { Queryable } from '../queryable.ts'
import { addAttempts, attemptsOf, bestsOf, dropAttempts } from './attempts.ts'
import { type Bests, bestId, bestsOfAttempt, better } from './best.ts'
import { bucketOf, hundredthsOf } from './rank-key.ts'
import type { AttemptRow, BestRow } from './tables.ts'
import { type BoardChange, writeBoards } from './write-boards.ts'

/**
 * Keeps a slim row of every play and the best counting one of each player, chart and system. A new play is compared with the best so
 * far; after a withdrawal the next best is found among the player's own attempts. The charts are locked by the caller: what is read
 * here does not change until the batch is committed.
 */
export async function foldBoards(
  tx: Queryable,
  schema: string,
  rules: Rules,
  changes: Changes,
): Promise<void> {
  const added = changes.accepted.map(attemptOf)
  const gone: readonly Gone[] = [...changes.withdrawn, ...changes.erased]
  if (added.length > 0) await addAttempts(tx, schema, added)
  if (gone.length > 0) await dropAttempts(tx, schema, gone)

  const counting = added.filter((attempt) => attempt.counts)
  const touched = touchedPairs([...counting, ...gone])
  if (touched.length === 0) return
  const before = byId(await bestsOf(tx, schema, touched))
  const after =
    gone.length > 0 ? await bestAgain(tx, schema, rules, touched) : improve(rules, before, counting)
  const charts = [...new Set(touched.map(({ chart }) => chart))]
  await writeBoards(tx, schema, charts, difference(before, after))
}

function attemptOf(play: PlayFact): AttemptRow {
  return {
    play_id: play.event.data.playId,
    chart: play.event.data.chart,
    player: play.event.key,
    at: play.event.at,
    played_at: play.event.data.playedAt,
    hundredths: play.scored.systems.map((s) => s.hundredths),
    grades: play.scored.systems.map((s) => s.grade),
    counts: play.scored.eligible,
  }
}

export interface Pair {
  readonly chart: string
  readonly player: string
}

function touchedPairs(rows: readonly Pair[]): Pair[] {
  return [...new Map(rows.map(({ chart, player }) => [`${chart} ${player}`, { chart, player }])).values()]
}

function byId(rows: Bests): Map<string, BestRow> {
  return new Map(rows.map((row) => [bestId(row), row]))
}

/** New plays only ever improve: the best so far and the new ones decide, whatever history lies behind. */
function improve(rules: Rules, before: ReadonlyMap<string, BestRow>, added: readonly AttemptRow[]) {
  const after = new Map(before)
  collect(rules, after, added)
  return after
}

/** Where a play went away, all attempts of that player on that chart decide. */
async function bestAgain(tx: Queryable, schema: string, rules: Rules, pairs: readonly Pair[]) {
  const after = new Map<string, BestRow>()
  collect(rules, after, await attemptsOf(tx, schema, pairs))
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
