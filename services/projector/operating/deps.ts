import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { DoRecorded } from '../../platform/audit/operator-entry.ts'
import type { Database } from '../../platform/database/database.ts'
import { StreamBusyError, UnconfirmedDecisionError } from '../../platform/decisions/handle.ts'
import { conflict, HttpError } from '../../platform/http/http-error.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { latestRules, type PublishedRules } from '../../platform/ledger/published-rules.ts'
import type { Push } from '../../platform/push/push.ts'
import { NoPreviousGenerationError } from '../generations/go-back.ts'
import { leadingCodeVersion } from '../generations/leading-projector.ts'
import { NewerCodeError } from '../generations/newer-code.ts'
import { NoPreviewError } from '../generations/preview-generation.ts'

/**
 * Of the routes of rules and generations. They write requests, which the leading projector carries out, whether it runs in
 * this process or not.
 */
export interface ProjectorDeps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'append' | 'read' | 'ends'>
  readonly push: Pick<Push, 'publish'>
  readonly players: Pick<PlayerDirectory, 'lookUp'>
  readonly doRecorded: DoRecorded
}

/** Throws HttpError for what is not possible now. */
export async function withHttpErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (
      error instanceof NoPreviousGenerationError ||
      error instanceof NoPreviewError ||
      error instanceof NewerCodeError
    )
      throw new HttpError(409, error.message, {}, { cause: error })
    if (error instanceof StreamBusyError || error instanceof UnconfirmedDecisionError)
      throw new HttpError(
        503,
        'Rules are being published right now. Look at them again.',
        {},
        { cause: error },
      )
    throw error
  }
}

/** Throws 409. */
export async function rulesInForce({ ledger }: Pick<ProjectorDeps, 'ledger'>): Promise<PublishedRules> {
  const inForce = await latestRules(ledger)
  if (inForce === null) throw conflict('This ledger has no rules yet')
  return inForce
}

/** Throws 409 if the projector that leads is of an older release, which does not build generations of this one. */
export async function refuseOlderProjector({ database }: Pick<ProjectorDeps, 'database'>): Promise<void> {
  const leading = await leadingCodeVersion(database)
  if (leading === null || leading >= codeVersion) return
  const version = leading === 0 ? 'an older version' : `version ${leading}`
  throw conflict(
    `The projector that runs has ${version} of the folding code, and this release has version ${codeVersion}, whose generations that one cannot build. Start this release in its place, which folds history again by itself; or use the release that runs.`,
  )
}
