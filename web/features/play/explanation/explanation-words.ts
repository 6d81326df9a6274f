import type { ExplainedScore, PlayExplanation } from '@stepledger/contracts/http/shapes/explanation.ts'
import { songTime } from '../timing/model/format-step.ts'

/** Points or a weight: up to three decimals, a true minus sign. */
export function points(value: number): string {
  const text = Math.abs(value).toLocaleString('en', { maximumFractionDigits: 3 })
  return value < 0 && text !== '0' ? `−${text}` : text
}

/** A percent before it is cut: with enough decimals to see what was cut off. */
export function exactPercent(value: number): string {
  const text = Math.abs(value).toFixed(4)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** Which steps count, and whose number of them is the maximum. */
export function rowsText({ rows, rowsCounted, failedAt, maximumFrom }: PlayExplanation): string {
  const all = rows.toLocaleString('en')
  const counted =
    failedAt === null
      ? rows === 1
        ? 'The one step counts.'
        : `All ${all} steps count.`
      : `${rowsCounted.toLocaleString('en')} of ${all} steps count: those before the lifebar was empty, at ${songTime(failedAt)}.`
  const maximum =
    maximumFrom === 'chart'
      ? "The maximum is by the chart's own counts."
      : "The maximum is by the play's own counts, as long as no pack has brought the chart."
  return `${counted} ${maximum}`
}

/** Which grade, and why. */
export function gradeText({ grade, gradeRule }: Pick<ExplainedScore, 'grade' | 'gradeRule'>): string {
  return gradeRule.startsWith(`${grade}:`) ? `Grade ${gradeRule}` : `Grade ${grade}: ${gradeRule}`
}
