import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { PlayFact } from './batch.ts'
import { rankNewPlays } from './boards/rank-new-plays.ts'
import { faceColumns, faceId } from './catalogue/face.ts'
import { learnCharts } from './catalogue/learn-charts.ts'
import { countNewPlays } from './players/count-new-plays.ts'
import { acceptPlays } from './plays/accept-plays.ts'
import { playColumns } from './plays/play-columns.ts'
import type { Queryable } from './queryable.ts'
import { arrayOfColumn } from './written-column.ts'

export interface Added {
  /** Plays that are new: neither seen before nor of an erased player. */
  readonly accepted: readonly PlayFact[]
  /** Known charts of which they say something else than what was known. */
  readonly retitled: readonly string[]
}

/**
 * Folds new plays into every read model, in one statement: each part of it sees the tables as they were before, and the parts before it by
 * name. Fewer statements cost less by far, above all for a batch of one play.
 */
export async function addPlays(
  tx: Queryable,
  schema: string,
  rules: Rules,
  sent: readonly PlayFact[],
): Promise<Added> {
  const accepted: PlayFact[] = []
  const retitled = new Set<string>()
  for (const plays of stretchesOf(sent)) {
    const added = await addStretch(tx, schema, rules, plays)
    accepted.push(...added.accepted)
    for (const chart of added.retitled) retitled.add(chart)
  }
  return { accepted, retitled: [...retitled] }
}

async function addStretch(
  tx: Queryable,
  schema: string,
  rules: Rules,
  plays: readonly PlayFact[],
): Promise<Added> {
  const { faces, faceOf } = facesOf(plays)
  const { rows } = await tx.query<{ accepted: number[]; retitled: string[] }>({
    name: `${schema}_add_plays_v1`,
    text: statement(schema, rules),
    values: [
      ...playColumns.map((column) => arrayOfColumn(column, plays)),
      `{${plays.map((play) => play.event.data.playId).join()}}`,
      `{${faceOf.join()}}`,
      ...faceColumns.map((column) => arrayOfColumn(column, faces)),
    ],
  })
  const accepted = new Set(rows[0]?.accepted)
  return {
    accepted: plays.filter((play) => accepted.has(play.event.data.playId)),
    retitled: rows[0]?.retitled ?? [],
  }
}

const statements = new WeakMap<Rules, Map<string, string>>()

/** Made once for each generation. */
function statement(schema: string, rules: Rules): string {
  const made = statements.get(rules) ?? new Map<string, string>()
  statements.set(rules, made)
  const text = made.get(schema) ?? statementOf(schema, rules)
  made.set(schema, text)
  return text
}

function statementOf(schema: string, rules: Rules): string {
  return `
    with ${acceptPlays(schema)},
    ${rankNewPlays(schema, rules)},
    ${learnCharts(schema, playColumns.length + 1)},
    ${countNewPlays(schema)}
    select (select coalesce(array_agg(id), '{}') from accepted) as accepted,
      (select coalesce(array_agg(hash), '{}') from retitled) as retitled`
}

/**
 * What one statement can take: plays that have an id each. The same event twice counts once. Another content under an id begins a stretch of
 * its own, for whether it is new depends on what became of the one before; in a well-kept ledger there is none, and one stretch.
 */
function stretchesOf(plays: readonly PlayFact[]): PlayFact[][] {
  let stretch = new Map<number, PlayFact>()
  const stretches = [stretch]
  for (const play of plays) {
    const { playId } = play.event.data
    const known = stretch.get(playId)
    if (known && isSame(known, play)) continue
    if (known) {
      stretch = new Map()
      stretches.push(stretch)
    }
    stretch.set(playId, play)
  }
  return stretches.map((byId) => [...byId.values()])
}

function isSame({ event: a }: PlayFact, { event: b }: PlayFact): boolean {
  return a.key === b.key && Buffer.compare(a.data.fingerprint, b.data.fingerprint) === 0
}

/** One play for each face that they show, and for each play which of these, counted from 1. */
function facesOf(plays: readonly PlayFact[]): { faces: PlayFact[]; faceOf: number[] } {
  const faces: PlayFact[] = []
  const numbers = new Map<string, number>()
  const faceOf = plays.map((play) => {
    const id = faceId(play)
    const known = numbers.get(id)
    if (known !== undefined) return known
    faces.push(play)
    numbers.set(id, faces.length)
    return faces.length
  })
  return { faces, faceOf }
}
