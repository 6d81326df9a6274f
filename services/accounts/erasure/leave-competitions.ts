import { textOf } from '@stepledger/contracts/competition/words.ts'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import type { CompetitionStreams } from '../../competition-streams.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Handle } from '../../platform/decisions/handle.ts'
import { accountsDatabase } from '../tables.ts'

export interface LeaveDeps {
  readonly database: Pick<Database, 'pool'>
  readonly handle: Handle
  readonly competitions: CompetitionStreams
  /** ms since 1970. */
  readonly now: () => number
}

/**
 * Passes the competitions of a player on to their co-organisers, or to the site. Their names, which players know, are kept
 * until they are closed; the key of everything else that the player wrote is deleted with the account. Idempotent.
 */
export async function leaveCompetitions(
  { database, handle, competitions, now }: LeaveDeps,
  player: string,
): Promise<void> {
  const states = await competitions.all()
  const db = accountsDatabase(database)
  const key = await db
    .selectFrom('accounts.player_secrets')
    .select('sealing_key')
    .where('player_id', '=', player)
    .executeTakeFirst()
  for (const { document, owner, organisers, words, closed } of states) {
    const { slug } = document
    if (words?.name?.by === player && key && !closed) {
      const name = textOf(words.name, new Map([[player, key.sealing_key]]))
      if (name !== null)
        await db
          .insertInto('accounts.kept_names')
          .values({ slug, name })
          .onConflict((same) => same.column('slug').doUpdateSet({ name }))
          .execute()
    }
    if (owner !== player && !organisers.includes(player)) continue
    const left = await handle(competitions, slug, { type: 'leave', player }, { at: now() })
    if (isRefusal(left) && left.code !== 'unchanged') throw new Error(left.message)
  }
}

/** Deletes the kept names of competitions that were closed since. */
export async function deleteKeptNames({
  database,
  competitions,
}: Pick<LeaveDeps, 'database' | 'competitions'>): Promise<void> {
  const db = accountsDatabase(database)
  const kept = await db.selectFrom('accounts.kept_names').select('slug').execute()
  if (kept.length === 0) return
  const closed = (await competitions.all()).flatMap(({ document, closed }) => (closed ? [document.slug] : []))
  if (closed.length > 0) await db.deleteFrom('accounts.kept_names').where('slug', 'in', closed).execute()
}
