import { grades as allGrades, type Grade, grade } from '@stepledger/contracts/rules/grade-names.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import {
  changedScore,
  type ScoreChanges,
  type SystemChange,
} from '@stepledger/contracts/rules/rules-report.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import type { Generations } from './aligned-snapshot.ts'

const maxShown = 10

/** Systems that both rules have, with their place in the lists of each. A system is identified by its id. */
export function commonSystems(before: Rules, after: Rules) {
  return after.systems.flatMap(({ id, name }, nth) => {
    const old = before.systems.findIndex((system) => system.id === id)
    return old < 0 ? [] : [{ id, name, before: old + 1, after: nth + 1 }]
  })
}

/**
 * The grades that are listed for a system: those that its rules add, and for one system, the one that they are taken from,
 * those of the shared table, which all boards have.
 */
function listedGrades(
  before: Rules,
  after: Rules,
  system: { readonly id: number; readonly isShared: boolean },
) {
  return new Set(
    [before, after].flatMap(({ systems, grades, failedGrade }) => [
      ...systems.flatMap(({ id, grades: own }) => (id === system.id ? own.map(({ grade }) => grade) : [])),
      ...(system.isShared ? [...grades.map(({ grade }) => grade), failedGrade] : []),
    ]),
  )
}

/** Compares the scores of all plays under two generations. */
export async function compareScores(tx: Queryable, { live, preview }: Generations): Promise<ScoreChanges> {
  const common = commonSystems(live.rules, preview.rules)
  const both = `from ${live.schema}.plays b join ${preview.schema}.plays a on a.id = b.id
    where b.withdrawn_at is null and a.withdrawn_at is null`
  const differ = [
    'b.eligible <> a.eligible',
    ...common.map(
      ({ before, after }) =>
        `b.hundredths[${before}] <> a.hundredths[${after}] or b.grades[${before}] <> a.grades[${after}]`,
    ),
  ]
  const place = (one: string) => `array_position('{${allGrades.join()}}'::text[], ${one})`
  const gradeBy = (sign: '<' | '>') =>
    common.length === 0
      ? 'false'
      : common
          .map(
            ({ before, after }) => `${place(`a.grades[${after}]`)} ${sign} ${place(`b.grades[${before}]`)}`,
          )
          .join(' or ')
  const counted = await tx.query({
    text: `select count(*) as plays, count(*) filter (where ${differ.join(' or ')}) as changed,
      count(*) filter (where a.eligible and not b.eligible) as gained,
      count(*) filter (where b.eligible and not a.eligible) as lost,
      count(*) filter (where ${gradeBy('<')}) as better, count(*) filter (where ${gradeBy('>')}) as worse ${both}`,
  })
  const [{ plays, changed, gained, lost, better, worse }] = countRows.parse(counted.rows)
  const systems: SystemChange[] = []
  const shared = common.find(({ name }) => name === preview.rules.gradesFrom) ?? common[0]
  for (const system of common) {
    const listed = listedGrades(live.rules, preview.rules, { id: system.id, isShared: system === shared })
    systems.push(await compareSystem(tx, { both, charts: `${preview.schema}.charts`, listed }, system))
  }
  const without = (rules: Rules) =>
    rules.systems.filter(({ id }) => !common.some((one) => one.id === id)).map(({ name }) => name)
  return {
    plays,
    changed,
    grades: { better, worse },
    ranked: { gained, lost },
    systems,
    added: without(preview.rules),
    removed: without(live.rules),
  }
}

async function compareSystem(
  tx: Queryable,
  {
    both,
    charts,
    listed,
  }: { readonly both: string; readonly charts: string; readonly listed: ReadonlySet<Grade> },
  { name, before, after }: ReturnType<typeof commonSystems>[number],
): Promise<SystemChange> {
  const [old, now] = [`b.hundredths[${before}]`, `a.hundredths[${after}]`]
  const pairs = pairRows.parse(
    (
      await tx.query({
        text: `select b.grades[${before}] as before, a.grades[${after}] as after, count(*) as plays,
          count(*) filter (where ${now} > ${old}) as raised, count(*) filter (where ${now} < ${old}) as lowered
          ${both} group by 1, 2`,
      })
    ).rows,
  )
  const largest = await tx.query({
    text: `select largest.*, coalesce(c.title, '') as title
      from (
        select b.id as "playId", b.player, b.chart, ${old} as before, ${now} as after ${both}
          and ${now} <> ${old} order by abs(${now} - ${old}) desc, b.id limit ${maxShown}
      ) largest
      left join ${charts} c on c.hash = largest.chart
      order by abs(after - before) desc, "playId"`,
  })
  const sum = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((total, one) => total + of(one), 0)
  const place = (of: Grade) => allGrades.indexOf(of)
  const raised = sum((pair) => pair.raised)
  const lowered = sum((pair) => pair.lowered)
  return {
    system: name,
    plays: sum((pair) => pair.plays),
    changed: raised + lowered,
    raised,
    lowered,
    betterGrades: sum((pair) => (place(pair.after) < place(pair.before) ? pair.plays : 0)),
    worseGrades: sum((pair) => (place(pair.after) > place(pair.before) ? pair.plays : 0)),
    grades: allGrades.flatMap((each) => {
      const had = sum((pair) => (pair.before === each ? pair.plays : 0))
      const has = sum((pair) => (pair.after === each ? pair.plays : 0))
      const keeps = sum((pair) => (pair.before === each && pair.after === each ? pair.plays : 0))
      return had + has === 0 || !listed.has(each)
        ? []
        : [{ grade: each, before: had, after: has, gained: has - keeps, lost: had - keeps }]
    }),
    largest: largestRows.parse(largest.rows),
  }
}

const countRows = z.tuple([
  z.object({
    plays: z.int(),
    changed: z.int(),
    gained: z.int(),
    lost: z.int(),
    better: z.int(),
    worse: z.int(),
  }),
])
const pairRows = z.array(
  z.object({ before: grade, after: grade, plays: z.int(), raised: z.int(), lowered: z.int() }),
)
const largestRows = z.array(changedScore)
