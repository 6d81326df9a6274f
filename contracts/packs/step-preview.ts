import { z } from 'zod'

/** No simfile that is read has more panels than this. */
const mostPanels = 32

/** Every kind of note: see `notes`. */
const written = /^[0-4MLF]*$/

/** The file that `stepsUrl` of a chart names: the rows that a player sees, as columns of one length. */
export const stepPreview = z
  .object({
    /** 0 for a chart without notes, of a steps type that nobody knows. */
    panels: z.int().min(0).max(mostPanels),
    /** When each row is due, in seconds from beat 0, to the millisecond; never earlier than the row before. */
    seconds: z.array(z.number()),
    /** Where in its beat each row lies, in 48ths: 0 a 4th, 24 an 8th, 12 and 36 16ths, … */
    ticks: z.array(z.int().min(0).max(47)),
    /**
     * `panels` characters a row: 0 nothing, 1 tap, 2 hold, 4 roll, 3 end of either, M mine, L lift, F fake. A hold that
     * counts for nothing stays 2.
     */
    notes: z.string().regex(written),
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
