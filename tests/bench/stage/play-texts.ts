import { type GeneratedChart, gameNumber } from '../../generators/chart.ts'
import { playBody } from '../../generators/play-body.ts'
import { seeded } from '../../generators/random.ts'

/** Rows of a usual play. */
export const usualRows = 928

/** A body as it goes over the wire, and the chart that it is sent to. */
export interface PlayText {
  readonly chart: string
  readonly body: Buffer
}

/** Room for the time of the first row, by which the plays of one form differ; JSON bears the spaces after it. */
const room = 22

/**
 * Plays of these charts in turns, no two alike, made by copying a form and writing one number into it: making them must
 * cost next to nothing while others are measured. Other seeds make other plays.
 */
export function playTexts(charts: readonly GeneratedChart[], seed: number): () => PlayText {
  const random = seeded(seed)
  const forms = charts.map((chart) => {
    const body = playBody({ random, chart, skill: 0.3 + 0.7 * random() })
    const text = JSON.stringify(body)
    const start = text.indexOf('"timingData":[[') + '"timingData":[['.length
    const end = text.indexOf(',', start)
    const form = Buffer.from(`${text.slice(0, start)}${' '.repeat(room)}${text.slice(end)}`)
    return { chart: chart.hash, form, at: Buffer.byteLength(text.slice(0, start)) }
  })
  let made = 0
  return () => {
    const form = forms[made % forms.length]
    if (!form) throw new RangeError('plays need a chart')
    const body = Buffer.from(form.form)
    made++
    // Floats of 32 bits from 0.25 on: a million of them come before the first row of any chart.
    body.write(String(gameNumber(0.25 + made / 2 ** 22)).padEnd(room), form.at, 'latin1')
    return { chart: form.chart, body }
  }
}
