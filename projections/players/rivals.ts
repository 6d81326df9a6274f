import type { Batch } from '../batch.ts'
import { erasedAmong } from '../erased-players.ts'
import type { TablesTx } from '../generation.ts'

type RivalChange = Batch['rivals'][number]

/** Folds follows and unfollows; the last change of each pair wins. Erased players neither follow nor are followed. */
export async function foldRivals(into: TablesTx, rivals: readonly RivalChange[]): Promise<void> {
  const erased = await erasedAmong(into, [...new Set(rivals.flatMap((r) => [r.player, r.rival]))])
  const active = rivals.filter((r) => !erased.has(r.player) && !erased.has(r.rival))
  const changes = lastByPair(active)
  if (changes.remove.length > 0) await removeRivals(into, changes.remove)
  if (changes.add.length > 0) await addRivals(into, changes.add)
}

/**
 * Returns the last change of each pair. An unfollow in between also adds the pair to `remove`, so that the new row does
 * not keep the date of an older one.
 */
function lastByPair(rivals: readonly RivalChange[]): { add: RivalChange[]; remove: RivalChange[] } {
  const last = new Map<string, { change: RivalChange; unfollowed: boolean }>()
  for (const change of rivals) {
    const id = `${change.player} ${change.rival}`
    const known = last.get(id)
    const first = known?.change.follows && change.follows ? known.change : change
    last.set(id, { change: first, unfollowed: (known?.unfollowed ?? false) || !change.follows })
  }
  const pairs = [...last.values()]
  return {
    add: pairs.filter((p) => p.change.follows).map((p) => p.change),
    remove: pairs.filter((p) => p.unfollowed).map((p) => p.change),
  }
}

async function addRivals({ tx, schema }: TablesTx, added: readonly RivalChange[]): Promise<void> {
  await tx.query({
    text: `
      insert into ${schema}.rivals (player, rival, since)
      select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]) on conflict do nothing`,
    values: [added.map((r) => r.player), added.map((r) => r.rival), added.map((r) => r.at)],
  })
}

async function removeRivals({ tx, schema }: TablesTx, removed: readonly RivalChange[]): Promise<void> {
  await tx.query({
    text: `
      delete from ${schema}.rivals r using unnest($1::uuid[], $2::uuid[]) as x(player, rival)
      where r.player = x.player and r.rival = x.rival`,
    values: [removed.map((r) => r.player), removed.map((r) => r.rival)],
  })
}
