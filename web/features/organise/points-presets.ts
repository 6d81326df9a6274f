import { type PointsFormula, pointsAt } from '@stepledger/contracts/competition/points-formula.ts'

interface Preset {
  readonly name: string
  /** What it does with the places. */
  readonly text: string
  readonly points: PointsFormula
}

/** Formulas to choose from, the steepest last. */
export const presets: readonly Preset[] = [
  {
    name: 'Steady',
    text: 'Each place is worth a little less than the one above. Blue Shift uses it.',
    points: { maxPoints: 10_000, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.08, upTo: null }] },
  },
  {
    name: 'Everybody counts',
    text: 'Playing all charts is worth more than winning one. Even place 50 gets half.',
    points: { maxPoints: 10_000, minPoints: 1, pieces: [{ form: 'hyperbolic', rate: 0.02, upTo: null }] },
  },
  {
    name: 'Top ten',
    text: 'A close race for the first ten places, then a long tail.',
    points: {
      maxPoints: 10_000,
      minPoints: 1,
      pieces: [
        { form: 'exponential', rate: 0.12, upTo: 10 },
        { form: 'hyperbolic', rate: 0.05, upTo: null },
      ],
    },
  },
  {
    name: 'Podium',
    text: 'The first places are worth most by far.',
    points: { maxPoints: 10_000, minPoints: 1, pieces: [{ form: 'exponential', rate: 0.35, upTo: null }] },
  },
]

/** The preset with these numbers. */
export function presetOf(points: PointsFormula): Preset | undefined {
  const text = JSON.stringify(points)
  return presets.find((preset) => JSON.stringify(preset.points) === text)
}

/** What one place costs, as the form shows it: percent with up to two decimals. */
export function percentOf({ form, rate }: Pick<PointsFormula['pieces'][number], 'form' | 'rate'>): number {
  return Number((100 * (form === 'exponential' ? 1 - Math.exp(-rate) : rate)).toFixed(2))
}

export function rateOf(form: PointsFormula['pieces'][number]['form'], percent: number): number {
  return form === 'exponential' ? -Math.log(1 - percent / 100) : percent / 100
}

const curvePlaces = 50

/** The line of points by place, from the first to the fiftieth, in a box of this size. */
export function curvePath(points: PointsFormula, width: number, height: number): string {
  const places = Array.from({ length: curvePlaces }, (_, i) => {
    const x = (i / (curvePlaces - 1)) * width
    const y = height * (1 - pointsAt(points, i + 1) / points.maxPoints)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${places.join('L')}`
}
