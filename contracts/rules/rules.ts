import { z } from 'zod'
import { grade } from './grade.ts'
import { maxGoals, maxMilestones, milestone } from './milestone.ts'
import { scoringSystem } from './scoring-system.ts'

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
