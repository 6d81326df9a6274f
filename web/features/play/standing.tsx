import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isOldModule, withoutConsequences } from '../../parts/plays/ranking-reasons.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface Props {
  readonly play: Play
  /** Shown for a ranked play. */
  readonly place: ReactNode
  /** The play was withdrawn while the page was open. */
  readonly isWithdrawn: boolean
  /** The active board's percentage before a re-score while the page was open; null if there was none. */
  readonly before: string | null
  /** Whether the score was provisional before. */
  readonly wasProvisional: boolean
}

/** Whether a play is ranked, and why not; a provisional score; a wrong clock; changes while the page was open. */
export function Standing({
  play: { eligible, reasons, provisional, clockWasWrong },
  place,
  isWithdrawn,
  before,
  wasProvisional,
}: Props) {
  return (
    <div className="grid gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm sm:grid-cols-2">
      <div role="status" className="contents">
        {isWithdrawn && (
          <Note icon="warn" mark="text-rival" title="This play was withdrawn">
            It's no longer on any leaderboard or list, and this page won't open again.
          </Note>
        )}
        {before !== null && !isWithdrawn && (
          <Note icon="boards" title="Re-scored">
            {wasProvisional && !provisional ? 'We received the chart' : 'The rules changed'} while you were
            here. The score was {before}% before.
          </Note>
        )}
      </div>
      {isWithdrawn ? null : eligible ? (
        place
      ) : (
        <div className="flex gap-2.5">
          <Icon name="warn" className="mt-px text-rival" />
          <div className="min-w-0">
            <p className="font-bold">Not ranked</p>
            <ul className="mute">
              {withoutConsequences(reasons).map((reason) => (
                <li key={reason.code}>{reason.text}</li>
              ))}
            </ul>
            {reasons.some(({ code }) => isOldModule(code)) && (
              <Link className="hit link" to="/help#setup">
                How to update it
              </Link>
            )}
          </div>
        </div>
      )}
      {provisional && !isWithdrawn && (
        <Note icon="help" title="Provisional score">
          We don't have this chart yet, so this score may change slightly.
        </Note>
      )}
      {clockWasWrong && !isWithdrawn && (
        <Note icon="clock" title="The game's clock was wrong">
          It was set to a time before 2001, so this play is dated when we received it.
        </Note>
      )}
    </div>
  )
}

interface NoteProps {
  readonly icon: IconName
  readonly mark?: string
  readonly title: string
  readonly children: ReactNode
}

function Note({ icon, mark = 'mute', title, children }: NoteProps) {
  return (
    <div className="flex gap-2.5">
      <Icon name={icon} className={`mt-px ${mark}`} />
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        <p className="mute">{children}</p>
      </div>
    </div>
  )
}
