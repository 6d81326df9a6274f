import type { PlayFact } from './batch.ts'
import type { Tables, TablesTx } from './generation.ts'
import type { Changes } from './read-model.ts'
import { readModels } from './read-models.ts'

export type Added = Pick<Changes, 'accepted' | 'retitled'> & {
  /** Ids of the accepted plays that their charts may change. */
  readonly unmet: readonly number[]
}

/**
 * Folds new plays into every read model, in one statement to which each model gives its part. Fewer statements cost
 * less by far, above all for a batch of one play.
 */
export async function addPlays(into: TablesTx, sent: readonly PlayFact[]): Promise<Added> {
  const accepted: PlayFact[] = []
  const retitled = new Set<string>()
  const unmet: number[] = []
  for (const plays of withUniqueIds(sent)) {
    const added = await addAtOnce(into, plays)
    accepted.push(...added.accepted)
    for (const chart of added.retitled) retitled.add(chart)
    unmet.push(...added.unmet)
  }
  return { accepted, retitled: [...retitled], unmet }
}

const parts = readModels.flatMap(({ addPlays: part }) => part ?? [])

async function addAtOnce(into: TablesTx, plays: readonly PlayFact[]): Promise<Added> {
  const { rows } = await into.tx.query<{ accepted: number[]; retitled: string[]; unmet: number[] }>({
    name: `${into.schema}_add_plays_v3`,
    text: statement(into),
    values: parts.flatMap((part) => part.values(plays)),
  })
  const [added] = rows
  if (!added) throw new Error('the statement that adds plays answered nothing')
  const accepted = new Set(added.accepted)
  return {
    accepted: plays.filter((play) => accepted.has(play.event.data.playId)),
    retitled: added.retitled,
    unmet: added.unmet,
  }
}

const statements = new WeakMap<Tables['rules'], Map<string, string>>()

/** Made once for each generation. */
function statement({ schema, rules }: Tables): string {
  const made = statements.get(rules) ?? new Map<string, string>()
  statements.set(rules, made)
  const text = made.get(schema) ?? statementOf({ schema, rules })
  made.set(schema, text)
  return text
}

function statementOf(tables: Tables): string {
  let first = 1
  const expressions = parts.map((part) => {
    const sql = part.sql(tables, first)
    first += part.parameters
    return sql
  })
  return `
    with ${expressions.join(',')}
    select (select coalesce(array_agg(id), '{}') from accepted) as accepted,
      (select coalesce(array_agg(hash), '{}') from retitled) as retitled,
      (select coalesce(array_agg(id), '{}') from unmet) as unmet`
}

/**
 * One statement takes plays that have an id each. The same event twice counts once. Another content under an id goes
 * into the next statement, for whether it is new depends on what became of the one before; in a well-kept ledger there
 * is none, and one statement.
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
