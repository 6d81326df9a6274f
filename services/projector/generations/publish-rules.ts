import { isDeepStrictEqual } from 'node:util'
import { isRefusal, type Refusal } from '@stepledger/contracts/decider.ts'
import type { ActedBy } from '@stepledger/contracts/events/acted-by.ts'
import { publishedRules } from '@stepledger/contracts/rules/published-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { latestRules } from '../../platform/ledger/published-rules.ts'
import { type GenerationWithState, readGenerations } from './generations.ts'
import { refuseNewerCode } from './newer-code.ts'
import {
  abandonNextGeneration,
  NoPreviousGenerationError,
  requestMissingGeneration,
  requestPreviousGeneration,
} from './next-generation.ts'

interface Deps {
  readonly database: Database
  readonly ledger: Pick<Ledger, 'append' | 'read' | 'ends'>
}

interface Decision {
  /** Absent if the server decides. */
  readonly by?: ActedBy
  /** The version of the stream of rules that the caller has seen. */
  readonly seen?: number
}

/**
 * Publishes rules, and requests a generation under them: one that exists, such as a preview or the one that was live
 * before, or a new one. Returns their offset. Throws NewerCodeError, StreamBusyError, UnconfirmedDecisionError.
 */
export async function publishRules(
  { database, ledger }: Deps,
  rules: Rules,
  { by, seen }: Decision = {},
): Promise<number | Refusal> {
  await refuseNewerCode(database.pool, codeVersion)
  const streams = {
    name: 'rules',
    topic: 'rules',
    decider: publishedRules,
    read: async () => [(await latestRules(ledger)) ?? publishedRules.initial],
  } as const
  const command = { type: 'publish', rules, by } as const
  const published = await handleOn({ database, ledger })(streams, 'rules', command, { at: Date.now(), seen })
  if (isRefusal(published)) return published
  const inForce = await latestRules(ledger)
  if (inForce) await requestMissingGeneration(database, { inForce, codeVersion })
  return published.offset
}

/**
 * Goes back to the generation that was live before, by publishing its rules unless they are in force. `expected`: its
 * id, or null for any. Throws NoPreviousGenerationError, and like `publishRules`.
 */
export async function rollBack(
  deps: Deps,
  by: ActedBy,
  expected: number | null = null,
): Promise<GenerationWithState> {
  const inForce = await latestRules(deps.ledger)
  const previous = await requestPreviousGeneration(deps.database, {
    codeVersion,
    expected,
    underRules: inForce?.rules ?? null,
  })
  if (inForce === null || isDeepStrictEqual(previous.rules, inForce.rules)) return previous
  const published = await publishRules(deps, previous.rules, { by, seen: inForce.version })
  if (isRefusal(published)) throw new NoPreviousGenerationError(published.message)
  return { ...previous, rulesOffset: published }
}

/**
 * Abandons the generation that is being built or brought up to date, and returns it; null without one. If it was
 * requested by new rules, those of the live generation are published again, so that a lost database builds these. Throws
 * like `publishRules`.
 */
export async function abandonBuild(deps: Deps, by: ActedBy): Promise<GenerationWithState | null> {
  const abandoned = await abandonNextGeneration(deps.database, codeVersion)
  const live = (await readGenerations(deps.database.pool)).find(({ state }) => state === 'live')
  // Under older code the live generation stays whatever its rules are, until this release builds its own.
  if (abandoned && live?.codeVersion === codeVersion && !isDeepStrictEqual(abandoned.rules, live.rules))
    await publishRules(deps, live.rules, { by })
  return abandoned
}

/**
 * Publishes the rules of the live generation if a rollback of an earlier release put them in force, which left no event:
 * a generation under the rules published last is there, built by earlier code, and neither live nor next.
 */
export async function publishRolledBackRules(deps: Deps): Promise<void> {
  const { pool } = deps.database
  const inForce = await latestRules(deps.ledger)
  const generations = await readGenerations(pool)
  const live = generations.find(({ state }) => state === 'live')
  if (!inForce || !live || live.rulesOffset >= inForce.offset) return
  if (generations.some(({ state }) => state === 'next')) return
  const { rows } = await pool.query(
    'select max(code_version) as "codeVersion" from projector.generations where rules_offset >= $1',
    [inForce.offset],
  )
  const [built] = builds.parse(rows)
  if (built.codeVersion === null || built.codeVersion >= codeVersion) return
  await publishRules(deps, live.rules, { seen: inForce.version })
}

const builds = z.tuple([z.object({ codeVersion: z.int().nullable() })])
