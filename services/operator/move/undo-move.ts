import type { Database } from '../../platform/database/database.ts'
import { readMoveState } from '../../platform/move/move-state.ts'
import { removeTriggers } from './stop-writers.ts'

/** Lets a system that has moved go on. Returns where it had moved to, or null if it had not. */
export async function undoMove(owner: Database): Promise<string | null> {
  const state = await readMoveState(owner.pool)
  if (state?.state !== 'moved') return null
  await owner.pool.query("delete from public.stepledger_move where state = 'moved'")
  await removeTriggers(owner)
  return state.place
}
