import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { batchOf } from '../batch.ts'
import { copiedTable } from '../bulk/copied-table.ts'
import { positionColumns } from '../bulk/staging-table.ts'
import { rejudgePlays } from '../plays/rejudge-plays.ts'
import type { BuildTx } from '../read-model.ts'
import { describeByPlays } from './describe-by-plays.ts'
import { foldPacks } from './fold-packs.ts'

/**
 * Where the events of packs lie. There are few of them beside plays, so a build folds them as the running fold does.
 */
export const stagedPacks = { name: 'staged_packs', columns: positionColumns }

export function copiedPacks(schema: string) {
  return copiedTable(schema, stagedPacks, (batch) => batch.packs)
}

/** Events that are folded at once. */
const chunk = 500

/**
 * Folds what happened to packs, once the charts of plays are there, and judges plays by their charts before they come
 * onto boards.
 */
export async function buildPacks(build: BuildTx): Promise<void> {
  const { tx, schema, recordedAt } = build
  const { rows } = await tx.query<{ partition: number; offset: number }>({
    text: `select distinct partition, "offset" from ${schema}.${stagedPacks.name} order by 1, 2`,
  })
  const recounted = new Set<string>()
  const undescribed = new Set<string>()
  for (let from = 0; from < rows.length; from += chunk) {
    const recorded = await recordedAt(rows.slice(from, from + chunk))
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
