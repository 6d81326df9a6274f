import { countText } from '../../../../ui/count-text.ts'
import { judgmentName, type Windows } from './judge.ts'
import { type Plot, type TimeSpan, timeToX } from './timing-scale.ts'

/** Song time as `1:26`, or with decimals as `1:26.208`; hours only if not 0. */
export function songTime(seconds: number, digits: 0 | 1 | 3 = 0): string {
  const unit = 10 ** digits
  const units = Math.round(Math.abs(seconds) * unit)
  const whole = Math.floor(units / unit)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const clock = `${hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${String(whole % 60).padStart(2, '0')}`
  const rest = digits === 0 ? '' : `.${String(units % unit).padStart(digits, '0')}`
  return `${seconds < 0 ? '−' : ''}${clock}${rest}`
}

/** Milliseconds with a typographic minus; `signed` adds a plus to positive values. */
export function ms(value: number, digits: number, signed = false): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value < 0 ? '−' : signed ? '+' : ''}${text}`
}

/** A step as a sentence for screen readers. */
export function stepSentence(
  index: number,
  count: number,
  time: number,
  offset: number,
  judgment: number,
  windows: Windows,
): string {
  const position = `Step ${countText(index + 1)} of ${countText(count)}, ${songTime(time, 3)}`
  if (judgment === windows.length) return `${position}, Miss`
  const size = `${Math.abs(offset * 1000).toFixed(1)} ms`
  const side = offset < 0 ? ' early' : offset > 0 ? ' late' : ''
  return `${position}, ${size}${side}, ${judgmentName(windows, judgment)}`
}

/** Candidate label distances, s; the first that fits is used. */
const distances = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200]

interface Tick {
  readonly seconds: number
  readonly label: string
  readonly x: number
}

/** Round times at least `minSpacing` px apart; labels that would leave the plot are dropped. */
export function timeTicks(span: TimeSpan, plot: Plot, minSpacing: number): Tick[] {
  const perSecond = (plot.right - plot.left) / (span.to - span.from)
  const distance = distances.find((d) => d * perSecond >= minSpacing) ?? Math.ceil(minSpacing / perSecond)
  const ticks: Tick[] = []
  for (let n = Math.ceil(span.from / distance); n * distance <= span.to; n++) {
    const seconds = Math.round(n * distance * 10) / 10
    const x = timeToX(span, plot, seconds)
    if (x <= plot.right - 6) ticks.push({ seconds, label: songTime(seconds, distance < 1 ? 1 : 0), x })
  }
  return ticks
}
