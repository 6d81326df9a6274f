import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { GenerationControl } from './accounts/deps.ts'
import { StreamBusyError, UnconfirmedDecisionError } from './platform/decisions/handle.ts'
import type { Engine } from './platform/engine.ts'
import { conflict, HttpError } from './platform/http/http-error.ts'
import { latestRules } from './platform/ledger/published-rules.ts'
import { NewerCodeError } from './projector/generations/newer-code.ts'
import { NoPreviousGenerationError } from './projector/generations/next-generation.ts'
import { markParkedForRetry } from './projector/generations/parked-events.ts'
import { dropPreview, NoPreviewError, requestPreview } from './projector/generations/preview-generation.ts'
import { readPreview } from './projector/generations/preview-report.ts'
import { publishRules, rollBack } from './projector/generations/publish-rules.ts'

/** What `ledger rollback`, `ledger parked retry` and `ledger rules` do, for the page of operators. */
export function generationControl({
  database,
  ledger,
}: Pick<Engine, 'database'> & {
  readonly ledger: Pick<Engine['ledger'], 'append' | 'read' | 'ends'>
}): GenerationControl {
  return {
    async retryParked() {
      const live = await readLiveGeneration(database)
      return live === null ? 0 : markParkedForRetry(database, live.id)
    },
    async rollBackTo(expected, by) {
      const { id, rulesOffset } = await rollBack({ database, ledger }, by, expected).catch(refused)
      return { id, rulesOffset }
    },
    async requestPreview(rules, basedOn) {
      await requestPreview(database, { rules, codeVersion }, basedOn).catch(refused)
    },
    async dropPreview(generation) {
      if ((await dropPreview(database, { generation })) === null) throw conflict(dropped)
    },
    async publishPreview(generation, changedPlays, by) {
      const seen = (await latestRules(ledger))?.version ?? 0
      const preview = await readPreview(database.pool)
      if (preview === null || preview.generation !== generation) throw conflict(dropped)
      if (preview.stopped !== null) throw conflict(`The preview could not be built: ${preview.stopped}`)
      if (preview.report === null)
        throw conflict('The preview is being compared: publish it once that is done')
      const { changed } = preview.report.scores
      if (changed !== changedPlays)
        throw conflict(`${changed} plays change by now. Look at the preview again.`)
      const published = await publishRules({ database, ledger }, preview.rules, { by, seen }).catch(refused)
      // Of two operators who publish concurrently, the second one.
      if (typeof published !== 'number') throw conflict(dropped)
      return published
    },
  }
}

const dropped = 'This preview was dropped, because other rules or another release came'

function refused(error: unknown): never {
  if (
    error instanceof NoPreviousGenerationError ||
    error instanceof NoPreviewError ||
    error instanceof NewerCodeError
  )
    throw new HttpError(409, error.message, {}, { cause: error })
  if (error instanceof StreamBusyError || error instanceof UnconfirmedDecisionError)
    throw new HttpError(503, 'Rules are being published right now. Look at them again.', {}, { cause: error })
  throw error
}
