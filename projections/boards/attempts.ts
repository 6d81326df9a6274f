import type { TablesTx } from '../generation.ts'
import type { ChangedPlay } from '../read-model.ts'
import { attemptColumns, attemptOfPlay, onlyFailed } from './best-of.ts'

export async function dropAttempts({ tx, schema }: TablesTx, plays: readonly ChangedPlay[]): Promise<void> {
  await tx.query({
    name: `${schema}_drop_attempts_v1`,
    text: `delete from ${schema}.attempts where play_id = any($1::bigint[])`,
    values: [plays.map((play) => play.playId)],
  })
}

/** Adds the attempts of reinstated plays, unless the same batch withdrew them again. */
export async function restoreAttempts(
  { tx, schema }: TablesTx,
  plays: readonly ChangedPlay[],
): Promise<void> {
  await tx.query({
    name: `${schema}_restore_attempts_v1`,
    text: `
      insert into ${schema}.attempts (${attemptColumns})
      select ${attemptOfPlay} from ${schema}.plays where id = any($1::bigint[]) and withdrawn_at is null`,
    values: [plays.map((play) => play.playId)],
  })
}

/** Copies the changed scores of plays to their attempts; withdrawn plays have none. */
export async function refreshAttempts(
  { tx, schema }: TablesTx,
  judged: readonly ChangedPlay[],
): Promise<void> {
  await tx.query({
    name: `${schema}_repeat_attempts_v3`,
    text: `
      update ${schema}.attempts a
      set hundredths = p.hundredths, counts = p.eligible, only_failed = ${onlyFailed('p.reasons')}
      from ${schema}.plays p where p.id = any($1::bigint[]) and a.play_id = p.id`,
    values: [judged.map((play) => play.playId)],
  })
}
