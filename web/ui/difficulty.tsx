import type { Difficulty as DifficultyName } from '@stepledger/contracts/difficulty.ts'

const short: Record<DifficultyName, string> = {
  Beginner: 'Bg',
  Easy: 'Ez',
  Medium: 'Md',
  Hard: 'Hd',
  Challenge: 'Ch',
  Edit: 'Ed',
}

interface Props {
  /** Null when unknown: the chart is in no pack. */
  readonly difficulty: DifficultyName | null
  readonly meter: number | null
  /** Shows a two-letter abbreviation, for rows. */
  readonly small?: boolean
}

/** The meter on its difficulty's colour, followed by the name. Unknown parts are left out. */
export function Difficulty({ difficulty, meter, small = false }: Props) {
  const level = meter === null ? '?' : String(meter)
  if (difficulty === null) {
    const label = meter === null ? 'Meter unknown' : `Meter ${meter}`
    return (
      <span className="df unknown" title={label} role="img" aria-label={label}>
        <b>{level}</b>
      </span>
    )
  }
  const label = `${difficulty} ${level}`
  return (
    <span
      className={`df ${small ? 'sm ' : ''}${difficulty.toLowerCase()}`}
      title={small ? label : undefined}
      role="img"
      aria-label={label}
    >
      <b>{level}</b>
      <span>{small ? short[difficulty] : difficulty}</span>
    </span>
  )
}

/** The badge of a chart in a row, as wide as in other rows, so that the titles beside it are aligned. */
export function RowDifficulty({
  chart: { difficulty, meter },
}: {
  chart: Pick<Props, 'difficulty' | 'meter'>
}) {
  return (
    <span className={`shrink-0 ${difficulty === null ? 'min-w-6' : 'w-12'}`}>
      <Difficulty small difficulty={difficulty} meter={meter} />
    </span>
  )
}

const stepsTypes: Record<string, string> = { 'dance-single': 'Single', 'dance-double': 'Double' }

/** "Single" for dance-single; unknown types are returned as they are. */
export function stepsTypeLabel(type: string | null): string | null {
  return type === null ? null : (stepsTypes[type] ?? type)
}
