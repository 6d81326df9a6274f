import type { CompetitionSummary } from '@stepledger/contracts/http/shapes/competition.ts'
import { useNow } from '../../ui/use-now.ts'
import { daysOf, timeLeft } from './competition-times.ts'

const dayMs = 86_400_000

/** Spectral lines: position in the round, 0 to 1, and width in px. Every round shifts them further to the blue. */
const lines = [
  [0.93, 2],
  [0.865, 1],
  [0.8, 3],
  [0.765, 1],
  [0.7, 2],
  [0.6, 1],
  [0.575, 4],
  [0.5, 1],
  [0.41, 2],
  [0.385, 2],
  [0.3, 1],
  [0.22, 3],
  [0.13, 1],
] as const

/** The maximum of drawn rounds; further rounds appear only in the tabs. */
const maxRounds = 6
const rowHeight = 44
const bandHeight = 28

/** The rounds of an event as spectra with one cell per day, a needle at the current time and a countdown. */
export function RoundSpectra({
  competition,
}: {
  competition: Pick<CompetitionSummary, 'rounds' | 'final' | 'lateUntil'>
}) {
  const now = useNow()
  const rounds = competition.rounds.slice(0, maxRounds)
  const { main, rest } = timeLeft(competition, now)
  const width = 420
  return (
    <div>
      <div className="spectra mb-2 grid grid-cols-[6.5rem_1fr] gap-x-4">
        <ol className="grid pt-2" style={{ gridAutoRows: rowHeight }}>
          {rounds.map((round) => (
            <li key={round.start}>
              <div
                className={`truncate text-sm font-bold leading-[.95rem] ${isRunning(round, now) ? '' : 'ev-2'}`}
              >
                {round.name}
              </div>
              <div className="ev-2 text-xs leading-[.95rem]">{daysOf(round)}</div>
            </li>
          ))}
        </ol>
        <svg
          viewBox={`0 -8 ${width} ${rounds.length * rowHeight}`}
          width="100%"
          height={rounds.length * rowHeight}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {rounds.map((round, i) => (
            <Spectrum key={round.start} round={round} index={i} now={now} width={width} />
          ))}
        </svg>
      </div>
      <p className="ev-2 text-sm">
        <b className="text-(--ev-ink)">{main}</b>
        {rest}
      </p>
    </div>
  )
}

interface SpectrumProps {
  readonly round: CompetitionSummary['rounds'][number]
  readonly index: number
  readonly now: number
  readonly width: number
}

function Spectrum({ round, index, now, width }: SpectrumProps) {
  const [start, end] = [Date.parse(round.start), Date.parse(round.end)]
  const days = Math.min(100, Math.max(1, Math.ceil((end - start) / dayMs)))
  const cell = width / days
  const y = index * rowHeight
  const running = isRunning(round, now)
  // Each round is shifted further left, to the blue.
  const shift = 1 - 0.17 * index
  const needle = ((now - start) / (end - start)) * width
  return (
    <>
      {Array.from({ length: days }, (_, day) => day).map((day) => (
        <rect
          key={day}
          x={day * cell}
          y={y}
          width={Math.max(1, cell - 1)}
          height={bandHeight}
          fill={start + (day + 1) * dayMs <= now ? 'var(--ev-cell)' : 'var(--ev-deep)'}
        />
      ))}
      {lines.map(([at, wide]) => (
        <rect
          key={at}
          x={at * shift * width}
          y={y}
          width={wide}
          height={bandHeight}
          fill="var(--ev-line)"
          opacity={running ? 1 : 0.28}
        />
      ))}
      {running && (
        <>
          <path d={`M${needle} ${y - 4}v36`} stroke="var(--ev-ink)" strokeWidth="2" />
          <path d={`M${needle - 4} ${y - 7}h8l-4 5z`} fill="var(--ev-ink)" />
        </>
      )}
    </>
  )
}

function isRunning({ start, end }: { start: string; end: string }, now: number): boolean {
  return Date.parse(start) <= now && now < Date.parse(end)
}
