interface Star {
  readonly x: number
  readonly y: number
  /** Outer radius, in units of a 32 × 32 box. */
  readonly radius: number
  /** Degrees, clockwise; 0 points up. */
  readonly turn: number
}

const innerRatio = 0.44

function vertex(star: Star, step: number, radius: number): string {
  const angle = ((star.turn + step * 36 - 90) * Math.PI) / 180
  return `${(star.x + radius * Math.cos(angle)).toFixed(2)} ${(star.y + radius * Math.sin(angle)).toFixed(2)}`
}

function outline(star: Star): string {
  const points = Array.from({ length: 10 }, (_, i) =>
    vertex(star, i, i % 2 === 0 ? star.radius : star.radius * innerRatio),
  )
  return `M${points.join('L')}Z`
}

/** The shaded half of each point, for a faceted look. */
function facets(star: Star): string {
  const centre = `${star.x.toFixed(2)} ${star.y.toFixed(2)}`
  return [0, 2, 4, 6, 8]
    .map(
      (i) => `M${centre}L${vertex(star, i, star.radius)}L${vertex(star, i + 1, star.radius * innerRatio)}Z`,
    )
    .join('')
}

/** Places `count` stars evenly on a circle, starting at the top. `outward`: each points away from the centre. */
function ring(count: number, distance: number, radius: number, outward: boolean, middle = 16): Star[] {
  return Array.from({ length: count }, (_, i) => {
    const turn = (360 / count) * i
    const angle = ((turn - 90) * Math.PI) / 180
    return {
      x: 16 + distance * Math.cos(angle),
      y: middle + distance * Math.sin(angle),
      radius,
      turn: outward ? turn : 0,
    }
  })
}

function drawing(stars: readonly Star[]) {
  return { stars: stars.length, edge: stars.map(outline).join(''), shade: stars.map(facets).join('') }
}

/** Path data of the star grades in a 32 × 32 box. */
export const starDrawings = {
  star: drawing([{ x: 16, y: 16.8, radius: 13, turn: 0 }]),
  twostar: drawing([
    { x: 9.2, y: 20.2, radius: 8.6, turn: 0 },
    { x: 22.8, y: 12.6, radius: 8.6, turn: 0 },
  ]),
  tristar: drawing(ring(3, 8.6, 8, false, 17.6)),
  quad: drawing(ring(4, 8.9, 7.5, true)),
  quint: drawing(ring(5, 9.9, 7, true)),
  sext: drawing(ring(6, 10.5, 6.3, true)),
} as const

type StarGrade = keyof typeof starDrawings

interface Stars {
  readonly count: number
  readonly drawing: StarGrade
  /** The colour of the board that awards the grade. */
  readonly colour: 'pink' | 'blue' | 'white' | 'gold'
}

const stars: ReadonlyMap<string, Stars> = new Map([
  ['sext', { count: 6, drawing: 'sext', colour: 'pink' }],
  ['hex', { count: 6, drawing: 'sext', colour: 'pink' }],
  ['quint', { count: 5, drawing: 'quint', colour: 'blue' }],
  ['quad', { count: 4, drawing: 'quad', colour: 'white' }],
  ['tristar', { count: 3, drawing: 'tristar', colour: 'gold' }],
  ['twostar', { count: 2, drawing: 'twostar', colour: 'gold' }],
  ['star', { count: 1, drawing: 'star', colour: 'gold' }],
])

/** Undefined for a letter. */
export function starsOf(grade: string): Stars | undefined {
  return stars.get(grade)
}
