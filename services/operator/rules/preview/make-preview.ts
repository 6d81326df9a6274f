import { isDeepStrictEqual } from 'node:util'
import { playersOf } from '@stepledger/contracts/rules/report-summary.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { RulesPreview } from '@stepledger/contracts/rules/rules-report.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readGenerations } from '../../../projector/generations/generations.ts'
import {
  createRequestedPreview,
  dropPreview,
  NoPreviewError,
  requestPreview,
} from '../../../projector/generations/preview-generation.ts'
import { readPreview } from '../../../projector/generations/preview-report.ts'
import { doRecorded } from '../../audit/record-action.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import { waitForGeneration } from '../../generations/await-generation.ts'
import type { Output } from '../../output.ts'
import { printable } from '../../printable.ts'
import type { Store } from '../../store.ts'

const dropped = 'The preview was dropped, because other rules or another release came.'

/**
 * Lets the projector build a preview of the rules beside the live generation, or continue one, and compare them.
 * Requires a projector. Throws CommandFailedError.
 */
export async function makePreview(store: Store, output: Output, rules: Rules): Promise<RulesPreview> {
  const { database } = store
  const live = await readLiveGeneration(database)
  if (!live) throw new CommandFailedError('No generation is live yet: start a server on this ledger first')
  const request = () => requestPreview(database, { rules, codeVersion })
  const details = { title: rules.title }
  await doRecorded(store, 'Rules previewed', request, () => details).catch((error: unknown) => {
    if (error instanceof NoPreviewError) throw new CommandFailedError(`${error.message}.`, { cause: error })
    throw error
  })
  // The projector would add it too; added here, its id is known also while no projector runs.
  await createRequestedPreview(database, live, codeVersion)
  const requested = (await readGenerations(database.pool)).find(
    (one) => one.state === 'preview' && isDeepStrictEqual(one.rules, rules),
  )
  if (!requested) throw new CommandFailedError(dropped)
  const { outcome, reason } = await waitForGeneration(store, output, (one) => one.id === requested.id)
  if (outcome === 'stopped')
    throw new CommandFailedError(`The preview could not be built: ${printable(reason ?? '')}.`)
  if (outcome === 'waiting')
    throw new CommandFailedError('No projector builds the preview: start the server, and try again.')
  const report = outcome === 'ready' ? (await readPreview(database.pool))?.report : null
  if (report?.preview !== requested.id) throw new CommandFailedError(dropped)
  const names = await store.players.lookUp(playersOf(report))
  return {
    ...report,
    aliases: Object.fromEntries([...names].map(([player, { alias }]) => [player, alias])),
  }
}

/** Drops the preview, or only that of `generation`, as the page of operators does. Returns what was dropped, or null. */
export async function dropAuditedPreview(
  store: Store,
  only?: { readonly generation: number },
): ReturnType<typeof dropPreview> {
  const drop = () => dropPreview(store.database, only)
  return doRecorded(
    store,
    'Preview of rules dropped',
    drop,
    (dropped): Record<string, string> | null =>
      dropped && (dropped.generation === null ? {} : { generation: String(dropped.generation) }),
  )
}
