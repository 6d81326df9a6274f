import { type GeneratedChart, gameNumber } from '../../generators/chart.ts'
import { playBody } from '../../generators/play-body.ts'
import { seeded } from '../../generators/random.ts'

/** Rows of a typical play. */
export const usualRows = 928

/** A request body and the chart that it is sent to. */
export interface PlayText {
  readonly chart: string
  readonly body: Buffer
}

/** Padding for the first row's time, which makes the copies of a template unique; JSON allows the spaces after it. */
const room = 22

/**
 * Unique plays of these charts in turn, copied from a template with one number changed: generating them must cost next
 * to nothing while something is measured. Other seeds give other plays.
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
    // Float32 values from 0.25 on: a million of them fit before the first row of any chart.
    body.write(String(gameNumber(0.25 + made / 2 ** 22)).padEnd(room), form.at, 'latin1')
    return { chart: form.chart, body }
  }
}
