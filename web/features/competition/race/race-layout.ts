import { multiplesAround, roundStep } from '../../../ui/figure/ticks.ts'

/** The layout of a race, px and ms since 1970. */
export interface RaceLayout {
  readonly left: number
  /** The right end of the plot; left of the edge while the names need the space. */
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Ticks of the points axis, ascending from 0. */
  readonly ticks: readonly number[]
  x(time: number): number
  y(points: number): number
}

interface Area {
  readonly width: number
  readonly height: number
  /** The width that the names need right of the needle. */
  readonly names: number
}

interface Span {
  readonly start: number
  readonly end: number
  readonly now: number
}

const edge = { left: 44, right: 20, top: 14, bottom: 28 } as const

export function raceLayout(
  { width, height, names }: Area,
  { start, end, now }: Span,
  limit: number,
): RaceLayout {
  const done = Math.min(1, Math.max(0.001, (now - start) / Math.max(1, end - start)))
  const { left, top } = edge
  const plot = Math.max(40, Math.min(width - edge.right - left, (width - names - left) / done))
  const bottom = height - edge.bottom
  const ticks = pointTicks(limit)
  const highest = ticks.at(-1) ?? 1
  return {
    left,
    right: left + plot,
    top,
    bottom,
    ticks,
    x: (time) => left + ((time - start) / Math.max(1, end - start)) * plot,
    y: (points) => bottom - (points / highest) * (bottom - top),
  }
}

/** Ticks from 0 to the first one not below `limit`, in steps of 1, 2 or 5 times a power of ten; at most six. */
export function pointTicks(limit: number): number[] {
  return multiplesAround(0, limit, roundStep(limit, 5, 1))
}

/** `150k`, `2.5k`, `800`. */
export function tickText(points: number): string {
  return points >= 1_000 ? `${Number((points / 1_000).toFixed(1))}k` : String(points)
}

const hour = 3_600_000
const day = 24 * hour

/** Whether hours are labelled rather than days. */
export function isShort({ start, end }: Pick<Span, 'start' | 'end'>): boolean {
  return end - start < 2 * day
}

/** Labelled days or hours: about `limit` at most, evenly spaced, starting with the first. */
export function timeTicks(span: Pick<Span, 'start' | 'end'>, limit: number): number[] {
  const { start, end } = span
  const unit = isShort(span) ? hour : day
  const units = Math.max(1, Math.round((end - start) / unit))
  const step = Math.max(1, Math.ceil(units / limit))
  const ticks = Array.from({ length: Math.floor(units / step) + 1 }, (_, i) => start + i * step * unit)
  return ticks.filter((time) => time <= end)
}

interface RaceLine {
  readonly id: string
  /** By time, px. */
  readonly knots: readonly { readonly x: number; readonly y: number }[]
  /** The middle of its label, px. */
  readonly label: number
}

/** The farthest that the pointer may be from a line or a label, px. */
const reach = 16

/** The line under the pointer: by its label right of the needle, else by its height there; null for none. */
export function lineAt(
  lines: readonly RaceLine[],
  pointer: { readonly x: number; readonly y: number },
  needle: number,
): string | null {
  let nearest: { id: string; distance: number } | null = null
  for (const { id, knots, label } of lines) {
    const y = pointer.x > needle ? label : heightAt(knots, pointer.x)
    const distance = y === null ? Number.POSITIVE_INFINITY : Math.abs(y - pointer.y)
    if (distance <= reach && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { id, distance }
  }
  return nearest?.id ?? null
}

function heightAt(knots: RaceLine['knots'], x: number): number | null {
  for (const [i, after] of knots.entries()) {
    const before = knots[i - 1]
    if (!before || x < before.x || x > after.x) continue
    const share = after.x === before.x ? 1 : (x - before.x) / (after.x - before.x)
    return before.y + share * (after.y - before.y)
  }
  return null
}
