import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'

interface FollowOptions {
  readonly database: Database
  /** Id of the generation that is built. */
  readonly generation: number
  readonly log: Log
  /** Called once a second, and at the end. */
  readonly onProgress?: (() => void) | undefined
}

export interface Steps {
  /** Begins the step of this statement, which ends the one before. */
  begin(statement: string): void
  /** Ends the last step. */
  end(): Promise<void>
}

/** `since`: as of `performance.now()`. */
interface Step {
  readonly name: string
  readonly since: number
}

/** Interval at which the current step is stored, and at which a long step is logged, ms. */
const storeEveryMs = 1_000
const logEveryMs = 10_000

/**
 * Stores the current step of a build with its generation, so that every process can show it, and logs it while it takes
 * long. Call it outside of the transaction of the build: it writes on a connection of its own.
 */
export function followSteps({ database, generation, log, onProgress }: FollowOptions): Steps {
  let step: Step | null = null
  // A build that was killed has left its step there.
  let stored: Step | null | undefined
  let nextLog = 0
  let storing = Promise.resolve()

  async function store(): Promise<void> {
    const current = step
    onProgress?.()
    if (current === stored) return
    const ms = current && performance.now() - current.since
    await database.pool.query(
      `update projector.generations set step = $2, step_at = clock_timestamp() - $3 * interval '1 millisecond' where id = $1`,
      [generation, current?.name ?? null, ms],
    )
    stored = current
  }

  function tick(): void {
    // The step is for display only.
    storing = storing.then(store).catch((error: unknown) => {
      log.warn(`the step of generation ${generation} could not be stored: ${errorMessage(error)}`)
    })
    if (step === null || performance.now() < nextLog) return
    nextLog += logEveryMs
    log.info(
      `generation ${generation}: ${step.name}, for ${Math.round((performance.now() - step.since) / 1000)} s`,
    )
  }

  tick()
  const timer = setInterval(tick, storeEveryMs)
  return {
    begin(statement) {
      const name = nameOfStatement(statement)
      if (name === null || name === step?.name) return
      step = { name, since: performance.now() }
      nextLog = step.since + logEveryMs
    },
    async end() {
      clearInterval(timer)
      step = null
      tick()
      await storing
    },
  }
}

const verbs =
  /\b(insert into|update|delete from|create temp table|create (?:unique )?index|alter table|analyze|vacuum|drop table|fetch)\b(?:\s*\(analyze\)|\s+\d+\s+from)?\s+(?:\w+\.)?(\w+)/

/** What a statement does to which table or index, without the schema; null if it only reads. */
export function nameOfStatement(text: string): string | null {
  const [, verb, name] = verbs.exec(text) ?? []
  return verb === undefined ? null : `${verb} ${name}`
}
