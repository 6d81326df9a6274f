import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { maxRows } from '@stepledger/contracts/play/columns.ts'
import { lastTime } from '@stepledger/contracts/play/pack-rows.ts'
import { isCMod } from '@stepledger/contracts/play/scroll-speed.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type Batch, type FoldEvent, headOf, withoutErased } from '../batch.ts'
import type { FoldTx } from '../generation.ts'
import { followPlays } from '../plays/attempts.ts'
import { preparing } from '../prepared.ts'
import { type Changes, noChanges, type ReadModel } from '../read-model.ts'
import { playToScore } from '../scoring/play-to-score.ts'
import { compileRules } from '../scoring/score-play.ts'
import { withoutOutdated } from '../streams/streams.ts'
import { derive } from './derived.ts'
import { lockShared } from './lock-shared.ts'
import { baseModels, followingModels } from './read-models.ts'

/**
 * Decodes a recorded event and scores it if it is a play. Returns null for an unknown event type.
 * Throws NewerEventError, MalformedEventError or MalformedColumnError when the event cannot be folded.
 */
export type DecodeForFold = (recorded: RecordedEvent) => FoldEvent | null

/** Creates the decoder that the live fold, a build, a retry and `verify` share. */
export function decoder(rules: Rules): DecodeForFold {
  const scorer = compileRules(rules)
  // Scratch buffer for the offsets of a play, reused because plays are scored one at a time.
  const offsets = new Float32Array(maxRows)
  return ({ partition, offset, bytes }) => {
    const event = decodeEvent(bytes)
    if (event?.type !== 'PlaySubmitted') return event && { partition, offset, event }
    const scored = scorer.score(playToScore(event.data, null, offsets))
    const { rows, modifiers } = event.data
    return { partition, offset, event: headOf(event), scored, end: lastTime(rows), cmod: isCMod(modifiers) }
  }
}

/**
 * Folds one batch into every read model of a generation, within the caller's transaction. Folds of different partitions
 * commute, and folding a batch is idempotent.
 */
export async function fold(transaction: FoldTx, sent: Batch): Promise<Changes> {
  const into = { ...transaction, tx: preparing(transaction.tx) }
  await lockShared(into, sent)
  const batch = withoutErased(await withoutOutdated(into, sent))
  let changes: Changes = noChanges
  const foldInto = async (models: readonly ReadModel[]) => {
    for (const model of models) changes = { ...changes, ...(await model.fold?.(into, batch, changes)) }
  }
  await foldInto(baseModels)
  await followPlays(into, changes)
  changes = { ...changes, ...(await derive(into, changes)) }
  await foldInto(followingModels)
  return changes
}
