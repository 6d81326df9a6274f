import { z } from 'zod'
import { errorMessage } from '../error-message.ts'
import { grade } from './grade-names.ts'

/** The judgment of a step outside all windows. Every system has it as its last judgment. */
export const missJudgment = 'Miss'

/** Points. At most three decimals, so that sums are exact in thousandths. */
const weight = z
  .number()
  .min(-100)
  .max(100)
  .refine((w) => Math.round(w * 1000) / 1000 === w, { message: 'must have at most three decimals' })

/** One timing window of a system: a step off by at most `seconds` (inclusive) earns `weight`. */
const timingWindow = z.strictObject({
  judgment: z.string().min(1).max(40),
  seconds: z.number().positive().max(1),
  weight,
})

/**
 * How the percentage is calculated. `double`: sum / maximum × 10,000 in double precision, truncated. `engine`: as the game
 * calculates its own percentage, in single precision with 0.000001 added to the fraction before it is truncated.
 */
export const arithmetic = z.enum(['double', 'engine'])
export type Arithmetic = z.infer<typeof arithmetic>

/**
 * A scoring system: its windows, tightest first, and the points for holds, rolls and mines. Weights never increase with
 * the width of a window, so no play exceeds 100 %. `grades`: additional grades of this board, best first; each is
 * awarded by the percent in `system`. Documents from before there was a choice of `arithmetic` mean `double`.
 */
export const scoringSystem = z
  .strictObject({
    id: z.int().positive().max(1000),
    name: z.string().min(1).max(20),
    windows: z
      .array(timingWindow)
      .min(1)
      .max(12)
      .refine((windows) => windows.every((w, i) => i === 0 || w.seconds > (windows[i - 1]?.seconds ?? 0)), {
        message: 'windows must widen',
      })
      .refine((windows) => windows.every((w, i) => i === 0 || w.weight <= (windows[i - 1]?.weight ?? 0)), {
        message: 'a wider window must not weigh more',
      })
      .refine((windows) => (windows[0]?.weight ?? 0) > 0, { message: 'the tightest must weigh more than 0' })
      .refine((windows) => new Set(windows.map((w) => w.judgment)).size === windows.length, {
        message: 'judgments must differ',
      })
      .refine((windows) => windows.every((w) => w.judgment !== missJudgment), {
        message: `${missJudgment} is what no window takes`,
      }),
    miss: weight.max(0),
    held: weight.min(0),
    letGo: weight,
    mineHit: weight.max(0),
    arithmetic: arithmetic.default('double'),
    grades: z
      .array(z.strictObject({ grade, system: z.string(), hundredths: z.int().min(0).max(10_000) }))
      .max(10),
  })
  .refine((s) => s.miss <= (s.windows.at(-1)?.weight ?? 0), {
    path: ['miss'],
    message: 'must not weigh more than the widest window',
  })
  .refine((s) => s.letGo <= s.held, { path: ['letGo'], message: 'must not weigh more than held' })
export type ScoringSystem = z.infer<typeof scoringSystem>

/** Limits of the rules: milestones, and different pairs of system and grade in them, which each play is compared with. */
export const maxMilestones = 40
export const maxGoals = 10

const head = {
  /** Names the milestone to clients: it does not change once the rules are published. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  /** Shown to players. */
  name: z.string().min(1).max(60),
}

/** A counting play with this grade or a better one, on the board of this system. */
const goal = { system: z.string(), grade }

/** The first play that reaches the goal. */
const gradeMilestone = z.strictObject({ ...head, kind: z.literal('grade'), ...goal })

/** The goal on this many different charts of one meter; once for each meter. */
const meterMilestone = z.strictObject({
  ...head,
  kind: z.literal('meter'),
  charts: z.int().min(2).max(10_000),
  ...goal,
})

/** This many steps in all: judged rows of plays that are not withdrawn, counting or not. */
const stepsMilestone = z.strictObject({
  ...head,
  kind: z.literal('steps'),
  steps: z.int().min(1).max(1_000_000_000_000),
})

/** The goal on every chart of a pack of at least `minCharts`; once for each pack. */
const packMilestone = z.strictObject({
  ...head,
  kind: z.literal('pack'),
  minCharts: z.int().min(1).max(10_000),
  ...goal,
})

/**
 * What a player can reach once, or once for each meter or pack. It is a function of the plays that are not withdrawn, by
 * when they were played, and of the charts and packs as they are.
 */
const milestone = z.discriminatedUnion('kind', [
  gradeMilestone,
  meterMilestone,
  stepsMilestone,
  packMilestone,
])
export type Milestone = z.infer<typeof milestone>

/**
 * Conditions for the global boards. Other plays are stored and shown with the reason. `autoplay`, `autoplayMissing`,
 * `failed`, `lifeRanOut`: whether plays are ranked that used autoplay, that don't say whether they did, that were failed,
 * and that were passed although the life bar ran out, because fail was off; where failed plays are ranked, these are too.
 * The defaults are the meaning of documents from before these conditions existed.
 */
const eligibility = z.strictObject({
  minBodyVersion: z.string().regex(/^\d+\.\d+$/),
  rate: z.number().positive(),
  autoplay: z.boolean(),
  autoplayMissing: z.boolean().default(true),
  failed: z.boolean(),
  lifeRanOut: z.boolean().default(true),
})

/**
 * The rules of the fold, as a document in the ledger. `systems`: strictest first; ties between systems are broken in
 * this order. `grades`: the shared table, best first, by the percent of `gradesFrom` in hundredths; the last grade is
 * that of any other passed play. `milestones`: in the order in which they are shown; documents from before there were
 * any have none.
 */
export const rules = z
  .strictObject({
    title: z.string().min(1).max(200),
    systems: z.array(scoringSystem).min(1).max(8),
    gradesFrom: z.string(),
    grades: z
      .array(z.strictObject({ grade, hundredths: z.int().min(0).max(10_000) }))
      .min(1)
      .max(40),
    failedGrade: grade,
    eligibility,
    milestones: z.array(milestone).max(maxMilestones).default([]),
  })
  .refine((r) => new Set(r.systems.map((s) => s.id)).size === r.systems.length, {
    path: ['systems'],
    message: 'ids must differ',
  })
  .refine((r) => new Set(r.systems.map((s) => s.name)).size === r.systems.length, {
    path: ['systems'],
    message: 'names must differ',
  })
  .refine((r) => r.systems.some((s) => s.name === r.gradesFrom), {
    path: ['gradesFrom'],
    message: 'must name one of the systems',
  })
  .refine((r) => r.systems.every((s) => s.grades.every((g) => r.systems.some((t) => t.name === g.system))), {
    path: ['systems'],
    message: 'a grade must name one of the systems',
  })
  .refine((r) => r.grades.every((g, i) => i === 0 || g.hundredths < (r.grades[i - 1]?.hundredths ?? 0)), {
    path: ['grades'],
    message: 'minimums must fall',
  })
  .refine((r) => new Set(r.milestones.map((m) => m.id)).size === r.milestones.length, {
    path: ['milestones'],
    message: 'ids must differ',
  })
  .refine((r) => r.milestones.every((m) => !('system' in m) || r.systems.some((s) => s.name === m.system)), {
    path: ['milestones'],
    message: 'a milestone must name one of the systems',
  })
  .refine(
    (r) =>
      new Set(r.milestones.flatMap((m) => ('system' in m ? [`${m.system} ${m.grade}`] : []))).size <=
      maxGoals,
    { path: ['milestones'], message: `must have at most ${maxGoals} different pairs of system and grade` },
  )
export type Rules = z.infer<typeof rules>

/**
 * Returns the rules in a text of JSON, or sentences about what is wrong, with fields and reasons. `name`: of the text, as
 * their subject.
 */
export function readRulesText(
  text: string,
  name: string,
): { readonly rules: Rules } | { readonly error: string } {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return { error: `${name} is not valid JSON: ${errorMessage(error)}` }
  }
  const parsed = rules.safeParse(document)
  return parsed.success
    ? { rules: parsed.data }
    : { error: `${name} is invalid:\n${z.prettifyError(parsed.error)}` }
}
