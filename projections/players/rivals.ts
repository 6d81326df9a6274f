import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { erasedAmong } from './tombstones.ts'

type Following = Batch['rivals'][number]

/**
 * Follows and unfollows; the last word of a player about a rival counts. Who was erased neither follows nor is
 * followed.
 */
export async function foldRivals(into: TablesTx, rivals: readonly Following[]): Promise<void> {
  const erased = await erasedAmong(into, [...new Set(rivals.flatMap((r) => [r.player, r.rival]))])
  const open = rivals.filter((r) => !erased.has(r.player) && !erased.has(r.rival))
  const kept = sinceByPair(open)
  if (kept.remove.length > 0) await removeRivals(into, kept.remove)
  if (kept.add.length > 0) await addRivals(into, kept.add)
}

/**
 * The last word of each pair. An unfollow in between also goes to `remove`, so that an older row does not lend its
 * date.
 */
function sinceByPair(rivals: readonly Following[]): { add: Following[]; remove: Following[] } {
  const last = new Map<string, { word: Following; unfollowed: boolean }>()
  for (const word of rivals) {
    const id = `${word.player} ${word.rival}`
    const known = last.get(id)
    const first = known?.word.follows && word.follows ? known.word : word
    last.set(id, { word: first, unfollowed: (known?.unfollowed ?? false) || !word.follows })
  }
  const words = [...last.values()]
  return {
    add: words.filter((w) => w.word.follows).map((w) => w.word),
    remove: words.filter((w) => w.unfollowed).map((w) => w.word),
  }
}

async function addRivals({ tx, schema }: TablesTx, added: readonly Following[]): Promise<void> {
  await tx.query({
    name: `${schema}_add_rivals_v1`,
    text: `
      insert into ${schema}.rivals (player, rival, since)
      select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]) on conflict do nothing`,
    values: [added.map((r) => r.player), added.map((r) => r.rival), added.map((r) => r.at)],
  })
}

async function removeRivals({ tx, schema }: TablesTx, removed: readonly Following[]): Promise<void> {
  await tx.query({
    name: `${schema}_remove_rivals_v1`,
    text: `
      delete from ${schema}.rivals r using unnest($1::uuid[], $2::uuid[]) as x(player, rival)
      where r.player = x.player and r.rival = x.rival`,
    values: [removed.map((r) => r.player), removed.map((r) => r.rival)],
  })
}
