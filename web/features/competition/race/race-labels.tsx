import type { CompetitionRace } from '@stepledger/contracts/http/competitions.ts'
import { useRelations } from '../../../sign-in/use-session.ts'
import { countText } from '../../../ui/count-text.ts'
import { fitted } from '../../../ui/fitted.ts'
import type { RaceLayout } from './race-layout.ts'

interface Props {
  /** `last`: the total points now. `height`: of the label, moved apart from the others, px. */
  readonly lines: readonly (CompetitionRace['lines'][number] & {
    readonly last: number
    readonly height: number
  })[]
  readonly layout: RaceLayout
  /** Ms since 1970. */
  readonly now: number
  /** Whether there is room for the points. */
  readonly wide: boolean
  /** The player whose line is emphasised. */
  readonly lifted: string | null
}

/** Width of a digit of a rank, px. */
const digit = 8
/** Distances from the needle, px, in a narrow window and in a wide one. */
const distances = {
  narrow: { line: 12, rank: 15, alias: 39, letters: 10 },
  wide: { line: 20, rank: 25, alias: 55, letters: 14 },
} as const
const pointsEnd = 208

/** The needle at the current time, and right of it the rank, the name and the points of each line. */
export function RaceLabels({ lines, layout: { top, bottom, x, y }, now, wide, lifted }: Props) {
  const relationTo = useRelations()
  const needle = x(now)
  const at = distances[wide ? 'wide' : 'narrow']
  // Ranks have room for two digits.
  const moreDigits = Math.max(0, ...lines.map(({ rank }) => String(rank).length - 2))
  return (
    <g>
      <path className="need" d={`M${needle} ${top - 6}V${bottom}`} />
      <path d={`M${needle - 4} ${top - 9}h8l-4 5z`} fill="var(--color-base-content)" />
      {lines.map(({ user, rank, last, height }) => {
        const relation = relationTo(user.id)
        const mark = relation === 'own' ? 'to' : relation === 'rival' ? 'tr' : ''
        const baseline = height + 4
        return (
          <g key={user.id} className={`label ${mark} ${user.id === lifted ? 'up' : ''}`}>
            <path className="gl2" d={`M${needle + 5} ${y(last)}L${needle + at.line} ${height}`} />
            <text x={needle + at.rank} y={baseline} className={`halo ${mark}`}>
              #{rank}
            </text>
            <text x={needle + at.alias + moreDigits * digit} y={baseline} className={`halo ${mark || 'tb'}`}>
              {fitted(user.alias, at.letters - moreDigits)}
            </text>
            {wide && (
              <text x={needle + pointsEnd} y={baseline} textAnchor="end" className={`halo ${mark}`}>
                {countText(last)}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}
