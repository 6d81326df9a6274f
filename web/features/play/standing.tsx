import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface Props {
  readonly play: Play
  /** What to say of a play that counts. */
  readonly place: ReactNode
  /** The play was withdrawn while it was looked at. */
  readonly gone: boolean
  /** The percent of the active board before it was scored again, while it was looked at; null: it was not. */
  readonly before: string | null
  /** No pack had brought the chart then. */
  readonly wasProvisional: boolean
}

/** Whether a play counts, and why not; what is not settled about its score, and what has just changed. */
export function Standing({
  play: { eligible, reasons, provisional },
  place,
  gone,
  before,
  wasProvisional,
}: Props) {
  return (
    <div className="grid gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-sm sm:grid-cols-2">
      <div role="status" className="contents">
        {gone && (
          <Note icon="warn" mark="text-rival" title="This play was withdrawn">
            It is on no leaderboard and in no list any more, and this page will not open again.
          </Note>
        )}
        {before !== null && !gone && (
          <Note icon="boards" title="Scored again">
            {wasProvisional && !provisional ? 'A pack brought its chart' : 'The rules changed'} while you were
            here: it was {before}% before.
          </Note>
        )}
      </div>
      {gone ? null : eligible ? (
        place
      ) : (
        <div className="flex gap-2.5">
          <Icon name="warn" className="mt-px text-rival" />
          <div className="min-w-0">
            <p className="font-bold">On no leaderboard</p>
            <ul className="mute">
              {reasons.map((reason) => (
                <li key={reason.code}>{reason.text}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {provisional && !gone && (
        <Note icon="help" title="Provisional score">
          No pack has brought this chart yet, so the play's own counts give the maximum.
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
