import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { batchOf } from '../batch.ts'
import { copiedTable } from '../bulk/copied-table.ts'
import { positionColumns } from '../bulk/staging-table.ts'
import { rejudgePlays } from '../plays/rejudge-plays.ts'
import type { BuildTx } from '../read-model.ts'
import { describeByPlays } from './describe-by-plays.ts'
import { foldPacks } from './fold-packs.ts'

/** The positions of pack events. They are few compared to plays, so a build folds them as the live fold does. */
export const stagedPacks = { name: 'staged_packs', columns: positionColumns }

export function copiedPacks(schema: string) {
  return copiedTable(schema, stagedPacks, (batch) => batch.packs)
}

/** Events folded at a time. */
const chunkSize = 500

/**
 * Folds pack events after the charts of plays exist, and verifies plays against their charts before the boards are
 * built.
 */
export async function buildPacks(build: BuildTx): Promise<void> {
  const { tx, schema, recordedAt } = build
  const { rows } = await tx.query<{ partition: number; offset: number }>({
    text: `select distinct partition, "offset" from ${schema}.${stagedPacks.name} order by 1, 2`,
  })
  const recounted = new Set<string>()
  const undescribed = new Set<string>()
  for (let from = 0; from < rows.length; from += chunkSize) {
    const recorded = await recordedAt(rows.slice(from, from + chunkSize))
    const events = recorded.flatMap(({ partition, offset, bytes }) => {
      const event = decodeEvent(bytes)
      return event && event.type !== 'PlaySubmitted' ? [{ partition, offset, event }] : []
    })
    const changed = await foldPacks(build, batchOf(events).packs)
    for (const hash of changed.recounted) recounted.add(hash)
    for (const hash of changed.undescribed) undescribed.add(hash)
  }
  await describeByPlays(build, [...undescribed])
  await rejudgePlays(build, { charts: [...recounted], plays: [] })
}
