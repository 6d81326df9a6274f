import { judgmentName, type Windows } from './judge.ts'

/** Song time as `1:26`, or with this many digits as `1:26.208`; hours only when there are any. */
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

/** Milliseconds with a true minus sign; `signed` puts a plus before late ones. */
export function ms(value: number, digits: number, signed = false): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value < 0 ? '−' : signed ? '+' : ''}${text}`
}

/** One step in a sentence, for screen readers. */
export function stepSentence(
  index: number,
  count: number,
  time: number,
  offset: number,
  judgment: number,
  windows: Windows,
): string {
  const place = `Step ${(index + 1).toLocaleString('en')} of ${count.toLocaleString('en')}, ${songTime(time, 3)}`
  if (judgment === windows.length) return `${place}, Miss`
  const size = `${Math.abs(offset * 1000).toFixed(1)} ms`
  const side = offset < 0 ? ' early' : offset > 0 ? ' late' : ''
  return `${place}, ${size}${side}, ${judgmentName(windows, judgment)}`
}
