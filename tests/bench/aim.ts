import type { Aim, Row, Unit } from './rows.ts'

/** The aim as text: `≤ 5 ms at 2,000/s`. */
export function aimText({ of = 'ours', least, most, when }: Aim, unit: Unit): string {
  const bound = least === undefined ? `≤ ${number(most)}` : `≥ ${number(least)}`
  const what = {
    ours: `${bound} ${unit}`,
    ratio: `ratio ${bound}`,
    'above floor': `${bound.replace('≤ ', '≤ the floor + ')} ${unit}`,
  }[of]
  return when === undefined ? what : `${what} ${when}`
}

/** Whether the median of the rounds misses the aim of its row. */
export function isMissed({ aim, ours, floor, ratio }: Row): boolean {
  if (!aim) return false
  const { of = 'ours', least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = aim
  const found = {
    ours: ours.median,
    ratio: ratio?.median ?? Number.NaN,
    'above floor': ours.median - (floor?.median ?? Number.NaN),
  }[of]
  return !(found >= least && found <= most)
}

const number = (value = 0) => value.toLocaleString('en-US')
