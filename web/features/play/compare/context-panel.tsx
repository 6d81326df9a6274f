import { Gap } from '../../../parts/rivals/common-charts.tsx'
import { useRelations } from '../../../sign-in/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { CallFailure } from '../../../ui/error-banner.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RelationMark } from '../../../ui/player-name.tsx'
import { Score } from '../../../ui/score.tsx'
import type { Candidate } from './candidates.ts'

interface Props {
  readonly candidates: readonly Candidate[]
  /** The id of the play that is compared with; null for none. */
  readonly chosen: number | null
  readonly error: Error | null
  readonly onChoose: (playId: number | null) => void
}

/** The plays around this one, each with its gap. A press compares with it, another ends the comparison. */
export function ContextPanel({ candidates, chosen, error, onChoose }: Props) {
  const relationTo = useRelations()
  if (candidates.length === 0) return null
  return (
    <Panel
      title="Compare With"
      className="mt-4 md:mt-6"
      aside={
        chosen !== null && (
          <Button size="small" onClick={() => onChoose(null)}>
            End comparison
          </Button>
        )
      }
    >
      <ul className="around">
        {candidates.map(({ playId, label, user, score, gap }) => {
          const relation = relationTo(user.id)
          const isChosen = playId === chosen
          return (
            <li key={playId}>
              <button
                type="button"
                aria-pressed={isChosen}
                className={relation ?? ''}
                onClick={() => onChoose(isChosen ? null : playId)}
              >
                <span className="mute text-xs">{label}</span>
                <span className="flex min-w-0 items-center gap-1.5 font-semibold">
                  <span className="truncate" title={user.alias}>
                    {user.alias}
                  </span>
                  <RelationMark relation={relation} />
                </span>
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <Score percent={score} />
                  <Gap gap={gap} isRival={relation === 'rival'} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <CallFailure className="m-4" error={error} sentence="Failed to load the other play" />
    </Panel>
  )
}
