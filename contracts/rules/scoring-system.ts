import { z } from 'zod'
import { grade } from './grade.ts'

/** One timing window of a system: a step off by at most `seconds` (inclusive) earns `weight`. */
export const timingWindow = z.strictObject({
  judgment: z.string().min(1).max(40),
  seconds: z.number().positive().max(1),
  weight: z.number().min(-100).max(100),
})
export type TimingWindow = z.infer<typeof timingWindow>

/**
 * A scoring system, whole: its windows (tightest first, the first carries the top weight) and what holds, rolls and mines are worth.
 * `grades`: the grades this board awards on top of the shared table, best first; `system` names whose percent decides.
 */
export const scoringSystem = z.strictObject({
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
    }),
  miss: z.number().min(-100).max(0),
  held: z.number().min(0).max(100),
  letGo: z.number().min(-100).max(100),
  mineHit: z.number().min(-100).max(0),
  grades: z
    .array(z.strictObject({ grade, system: z.string(), hundredths: z.int().min(0).max(10_000) }))
    .max(10),
})
export type ScoringSystem = z.infer<typeof scoringSystem>
