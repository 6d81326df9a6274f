import type { BoardName } from '@stepledger/contracts/board-name.ts'
import { type DraftPreview, previewedPlayers } from '@stepledger/contracts/http/organised-competitions.ts'
import { RankingsTable } from '../../parts/competition/rankings-table.tsx'
import { boardLabels, boardMarks, entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { counted, Time } from '../../ui/format.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { CallFailure, Empty, SkeletonRows } from '../../ui/states.tsx'

interface Props {
  /** Null before the first. */
  readonly preview: DraftPreview | null
  /** Whether the draft is still as it was previewed. */
  readonly isCurrent: boolean
  readonly isLoading: boolean
  readonly error: unknown
  readonly boards: readonly BoardName[]
}

/** The standings as if the event had ended now. */
export function PreviewPanel({ preview, isCurrent, isLoading, error, boards }: Props) {
  if (isLoading && !preview) return <SkeletonRows rows={6} shape="board" />
  return (
    <>
      <CallFailure className="m-4" error={error} sentence="Failed to load the preview" />
      {!preview && !error && (
        <p className="mute pad text-sm">
          Preview shows the standings as if the event had run until now: with the plays that players have
          already sent on its charts.
        </p>
      )}
      {preview && (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
          {!isCurrent && (
            <p className="mute border-b border-line px-4 py-2 text-sm">The draft has changed since.</p>
          )}
          {preview.warnings.length > 0 && (
            <ul className="border-b border-line px-4 py-2 text-sm">
              {preview.warnings.map((warning) => (
                <li key={warning} className="text-(--rival) wrap-anywhere">
                  {warning}
                </li>
              ))}
            </ul>
          )}
          {preview.standings ? (
            <Standings standings={preview.standings} boards={boards} />
          ) : (
            <p className="pad text-sm">
              There are no standings until {counted(preview.errors.length, 'thing')}{' '}
              {preview.errors.length === 1 ? 'is' : 'are'} fixed.
            </p>
          )}
        </div>
      )}
    </>
  )
}

type PreviewedStandings = NonNullable<DraftPreview['standings']>

function Standings({
  standings: { from, participants, leaderboards },
  boards,
}: {
  readonly standings: PreviewedStandings
  readonly boards: Props['boards']
}) {
  const [active, choose] = useActiveBoard()
  const shown = entryOf(leaderboards, active) ? active : (boards[0] ?? active)
  const rankings = entryOf(leaderboards, shown)?.rankings ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <p className="mr-auto min-w-0">
          If it had run from <Time at={from} format="day" /> to now: <b>{counted(participants, 'player')}</b>
          {participants > previewedPlayers && (
            <span className="mute">, the first {previewedPlayers} shown</span>
          )}
        </p>
        {boards.length > 1 && (
          <RadioButtons
            label="Leaderboard"
            className="lb"
            value={shown}
            onChange={choose}
            choices={boards.map((value) => ({
              value,
              className: boardMarks[value],
              content: boardLabels[value],
            }))}
          />
        )}
      </div>
      {rankings.length === 0 ? (
        <Empty
          title="Nobody would have taken part"
          text={`There are no plays on its charts since ${new Date(from).toLocaleDateString('en', { dateStyle: 'medium' })}.`}
        />
      ) : (
        <RankingsTable rankings={rankings} />
      )}
    </>
  )
}
