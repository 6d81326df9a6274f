import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/event-type.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { type Positioned, type WithdrawalChange, withdrawalChange } from '@stepledger/projections/batch.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { StoredGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { changeWithdrawal, notWithdrawn, type Withdrawal } from '@stepledger/projections/plays/withdrawal.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import { firstParked } from '../projector/generations/parked-events.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { printable } from './format-text.ts'
import type { Output } from './output.ts'
import type { Store } from './store.ts'

/** A play of the ledger, whether folded, parked or not yet folded. */
export interface FoundPlay extends Positioned<PlaySubmitted> {
  /** Its row in the live generation; null when it is not folded. */
  readonly row: PlayRow | null
  /** The reason why it is parked, or null. */
  readonly parkedFor: string | null
  /** Whether it is withdrawn, including events that are not folded yet. */
  readonly withdrawal: Withdrawal
}

/**
 * Finds a play by id: in the live generation, among the parked events, and in the part of the ledger that is not folded
 * yet.
 */
export async function findPlay(
  store: Pick<Store, 'database' | 'ledger' | 'readModels'>,
  generation: StoredGeneration | null,
  playId: number,
): Promise<FoundPlay | null> {
  const { database, ledger, readModels } = store
  // Reads the checkpoint first: events folded meanwhile are found twice instead of being missed.
  const checkpoint = generation ? await readCheckpoints(database.pool, generation.id) : []
  const row = generation && (await playById(readable(generation, readModels), playId))
  const waiting = await scanTail(ledger, checkpoint, playId)
  const folded = row && {
    at: row.withdrawn_at,
    wipe: row.wipe,
    by: row.withdrawn_by ?? null,
    reason: row.withdrawal_reason ?? null,
    offset: row.withdrawal_offset,
  }
  const withdrawal = changeWithdrawal(folded ?? notWithdrawn, waiting.withdrawals).after
  if (row) {
    const recorded = await ledger.at('events', row)
    const play = recorded && playOf(recorded, playId)
    if (!play) throw new Error(`the ledger has no play ${playId} at ${formatPosition(row)}`)
    return { ...play, row, parkedFor: null, withdrawal }
  }
  if (waiting.play) return { ...waiting.play, row: null, parkedFor: null, withdrawal }
  const parked = generation && (await findParked(store, generation.id, playId))
  return parked && { ...parked, row: null, withdrawal }
}

async function scanTail(ledger: Ledger, checkpoint: readonly number[], playId: number) {
  let play: Positioned<PlaySubmitted> | null = null
  const withdrawals: WithdrawalChange[] = []
  for await (const { event, ...at } of eventsBeyond(ledger, checkpoint)) {
    if (event.type === 'PlaySubmitted' && event.data.playId === playId) play ??= { ...at, event }
    if (event.type !== 'PlayWithdrawn' && event.type !== 'PlayReinstated') continue
    if (event.data.playId === playId) withdrawals.push(withdrawalChange({ ...at, event }))
  }
  return { play, withdrawals }
}

async function findParked(
  { database, ledger }: Pick<Store, 'database' | 'ledger'>,
  generation: number,
  playId: number,
) {
  const [parked] = await firstParked(database.pool, generation, { playId, limit: 1 })
  const recorded = parked && (await ledger.at('events', parked))
  const play = recorded && playOf(recorded, playId)
  return play ? { ...play, parkedFor: parked.reason } : null
}

function playOf(record: RecordedEvent, playId: number): Positioned<PlaySubmitted> | null {
  const event = decodeUnlessMalformed(record)
  if (event?.type !== 'PlaySubmitted' || event.data.playId !== playId) return null
  const { partition, offset } = record
  return { partition, offset, event }
}

export function noSuchPlay(playId: number): string {
  return `Play ${playId} not found: it was never received, or its player was erased.`
}

/** Returns null for a malformed event. Throws NewerEventError for one that a newer release wrote. */
export function decodeUnlessMalformed({ bytes }: Pick<RecordedEvent, 'bytes'>) {
  try {
    return decodeEvent(bytes)
  } catch (error) {
    if (error instanceof MalformedEventError) return null
    throw error
  }
}

/** Yields the events of known types that are beyond a checkpoint, and before `to` if that is given. */
export async function* eventsBeyond(
  ledger: Pick<Ledger, 'read'>,
  checkpoint: readonly number[],
  to?: readonly number[],
): AsyncGenerator<Position & { readonly event: AnyEvent }> {
  for await (const records of ledger.read('events', checkpoint, to && { to }))
    for (const record of records) {
      const event = decodeUnlessMalformed(record)
      const { partition, offset } = record
      if (event) yield { partition, offset, event }
    }
}

/** Prints that the alias is unknown, and returns the exit code. */
export function noSuchPlayer({ printStderr }: Pick<Output, 'printStderr'>, alias: string): ExitCode {
  printStderr(`There is no player called ${printable(alias)}.`)
  return exitCodes.wrong
}
