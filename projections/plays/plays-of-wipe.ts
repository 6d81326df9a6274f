import type { WipeExtent } from '@stepledger/contracts/http/operated-plays.ts'
import type { GenerationDb } from '../read-database.ts'
import { extentColumns, type PlayOfPlayer } from './wiped-plays.ts'

/** Counts the plays that a wipe withdrew and that are not reinstated. */
export async function extentOfWipe({ db }: GenerationDb, wipe: string): Promise<WipeExtent> {
  return db.selectFrom('plays').where('wipe', '=', wipe).select(extentColumns).executeTakeFirstOrThrow()
}

/** Returns up to `limit` plays of `extentOfWipe` with larger ids than `after`, ascending. */
export async function playsOfWipe(
  { db }: GenerationDb,
  wipe: string,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<PlayOfPlayer[]> {
  return db
    .selectFrom('plays')
    .where('wipe', '=', wipe)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .select(['id as playId', 'player'])
    .orderBy('id')
    .limit(limit)
    .execute()
}
