import type { PlayFact } from './batch.ts'
import type { Tables, TablesTx } from './generation.ts'
import type { Changes } from './read-model.ts'
import { readModels } from './read-models.ts'

type Added = Pick<Changes, 'accepted' | 'retitled' | 'unverified' | 'amongRivals'>

/**
 * Folds new plays into every read model. Each model contributes common table expressions to one statement, because
 * round trips dominate the cost of a small batch.
 */
export async function addPlays(into: TablesTx, sent: readonly PlayFact[]): Promise<Added> {
  const accepted: PlayFact[] = []
  const retitled = new Set<string>()
  const unverified: number[] = []
  const amongRivals: number[] = []
  for (const plays of withUniqueIds(sent)) {
    const added = await addInOneStatement(into, plays)
    accepted.push(...added.accepted)
    for (const chart of added.retitled) retitled.add(chart)
    unverified.push(...added.unverified)
    amongRivals.push(...added.amongRivals)
  }
  return { accepted, retitled: [...retitled], unverified, amongRivals }
}

interface Returned {
  readonly accepted: number[]
  readonly retitled: string[]
  readonly unverified: number[]
  readonly amongRivals: number[]
}

const steps = readModels.flatMap(({ addPlays: step }) => step ?? [])

async function addInOneStatement(into: TablesTx, plays: readonly PlayFact[]): Promise<Added> {
  const { rows } = await into.tx.query<Returned>({
    name: `${into.schema}_add_plays_v5`,
    text: statement(into),
    values: steps.flatMap((step) => step.values(plays)),
  })
  const [added] = rows
  if (!added) throw new Error('the statement that adds plays returned no row')
  const accepted = new Set(added.accepted)
  return {
    accepted: plays.filter((play) => accepted.has(play.event.data.playId)),
    retitled: added.retitled,
    unverified: added.unverified,
    amongRivals: added.amongRivals,
  }
}

const statements = new WeakMap<Tables['rules'], Map<string, string>>()

/** Cached per generation. */
function statement({ schema, rules }: Tables): string {
  const cached = statements.get(rules) ?? new Map<string, string>()
  statements.set(rules, cached)
  const text = cached.get(schema) ?? buildStatement({ schema, rules })
  cached.set(schema, text)
  return text
}

function buildStatement(tables: Tables): string {
  let parameter = 1
  const expressions = steps.map((step) => {
    const sql = step.sql(tables, parameter)
    parameter += step.parameters
    return sql
  })
  return `
    with ${expressions.join(',')}
    select (select coalesce(array_agg(id), '{}') from accepted) as accepted,
      (select coalesce(array_agg(hash), '{}') from retitled) as retitled,
      (select coalesce(array_agg(id), '{}') from unverified) as unverified,
      (select coalesce(array_agg(id), '{}') from among_rivals) as "amongRivals"`
}

/**
 * Groups plays so that each statement gets unique ids, and drops repeated events. Different content under a known id
 * goes into the next statement: whether it is new depends on the result of the previous one. A consistent ledger needs
 * one statement.
 */
function withUniqueIds(plays: readonly PlayFact[]): PlayFact[][] {
  let byId = new Map<number, PlayFact>()
  const groups = [byId]
  for (const play of plays) {
    const { playId } = play.event.data
    const known = byId.get(playId)
    if (known && isSame(known, play)) continue
    if (known) {
      byId = new Map()
      groups.push(byId)
    }
    byId.set(playId, play)
  }
  return groups.map((group) => [...group.values()])
}

function isSame({ event: a }: PlayFact, { event: b }: PlayFact): boolean {
  return a.key === b.key && Buffer.compare(a.data.fingerprint, b.data.fingerprint) === 0
}
