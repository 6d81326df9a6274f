import { z } from 'zod'
import { grade } from './grade.ts'

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
