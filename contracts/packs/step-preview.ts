import { z } from 'zod'

/** Maximum panels of a readable simfile. */
const maxPanels = 32

/** The file at `stepsUrl` of a chart: its visible rows, as columns of equal length. */
export const stepPreview = z
  .object({
    /** 0 for a chart of an unknown steps type without notes. */
    panels: z.int().min(0).max(maxPanels),
    /** Time of each row, seconds since beat 0, rounded to milliseconds, ascending. */
    seconds: z.array(z.number()),
    /** Position of each row within its beat, in 48ths: 0 is a 4th note, 24 an 8th, 12 and 36 are 16ths. */
    ticks: z.array(z.int().min(0).max(47)),
    /**
     * `panels` characters per row: 0 nothing, 1 tap, 2 hold, 4 roll, 3 end of a hold or roll, M mine, L lift, F fake. A
     * hold that is not judged is 2 as well.
     */
    notes: z.string().regex(/^[0-4MLF]*$/),
  })
  .readonly()
  .refine(
    ({ panels, seconds, ticks, notes }) =>
      ticks.length === seconds.length && notes.length === seconds.length * panels,
    'Columns differ in length',
  )
  .refine(
    ({ seconds }) => seconds.every((second, i) => second >= (seconds[i - 1] ?? second)),
    'Rows are not in order',
  )
export type StepPreview = z.infer<typeof stepPreview>
