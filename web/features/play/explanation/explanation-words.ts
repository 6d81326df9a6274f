import type { ExplainedScore, PlayExplanation } from '@stepledger/contracts/http/shapes/explanation.ts'
import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { countText } from '../../../ui/count-text.ts'
import { songTime } from '../timing/model/format-step.ts'

/** Points or a weight with up to three decimals and a typographic minus. */
export function points(value: number): string {
  const text = Math.abs(value).toLocaleString('en', { maximumFractionDigits: 3 })
  return value < 0 && text !== '0' ? `−${text}` : text
}

/** The percentage before truncation, with enough decimals to show the difference. */
export function exactPercent(value: number): string {
  const text = Math.abs(value).toFixed(4)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** Which steps count, and the source of the maximum. */
export function rowsText({ rows, rowsCounted, failedAt, ...maximum }: PlayExplanation): string {
  const all = countText(rows)
  const counted =
    failedAt === null
      ? rows === 1
        ? 'The only step counts.'
        : `All ${all} steps count.`
      : `${countText(rowsCounted)} of ${all} steps count: those before the lifebar ran out at ${songTime(failedAt)}.`
  return `${counted} ${maximumText(maximum)}`
}

function maximumText({ chart, maximumFrom }: Pick<PlayExplanation, 'chart' | 'maximumFrom'>): string {
  if (maximumFrom === 'chart')
    return 'The play ends before the chart does, so the maximum is calculated from the chart.'
  const steps = maximumFrom === 'game' ? 'the number of steps that the game reported' : 'the play'
  if (chart === 'none') return `We don't have this chart yet, so the maximum is calculated from ${steps}.`
  if (chart === 'differs')
    return `The play doesn't match the chart that we have, so the maximum is calculated from ${steps}.`
  return 'The play has all steps of the chart, and the maximum is calculated from them.'
}

/** Which of the judged steps count, of a play that was failed. */
export function failText({ at, rowsCounted }: NonNullable<Play['fail']>, rows: number): string {
  const [counted, all] = [countText(rowsCounted), countText(rows)]
  const which = counted === all ? `All ${all} steps` : `Only the ${counted} of ${all} steps before that`
  return `Failed at ${songTime(at)}. ${which} count towards the score.`
}

/** The grade and its rule. */
export function gradeText({ grade, gradeRule }: Pick<ExplainedScore, 'grade' | 'gradeRule'>): string {
  return gradeRule.startsWith(`${grade}:`) ? `Grade ${gradeRule}` : `Grade ${grade}: ${gradeRule}`
}
