import { getPlayMoment } from '@stepledger/contracts/http/play-moment.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../api/use-call.ts'
import { useActiveBoardStore } from '../../leaderboard/use-active-board.ts'
import { useTopic } from '../../live/use-topic.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { momentText } from './moment-text.ts'

/** How long the line stays, ms. */
const shownMs = 6000

interface Line {
  readonly playId: number
  readonly text: string
}

/** One line at the bottom of any page when a play of the viewer lands: the last one, if it is a new best. */
export function MomentLine() {
  const user = useUser()
  const call = useCall()
  const board = useActiveBoardStore()
  const [line, setLine] = useState<Line | null>(null)
  const [isHeld, setHeld] = useState(false)

  const onMessage = (message: ServerMessage) => {
    if (message.type !== 'play') return
    const { playId, chart, eligible } = message.play
    if (!eligible) return
    const read = call(getPlayMoment, { params: { id: String(playId) }, query: { leaderboard: board.get() } })
    read.then(
      (moment) => {
        const text = momentText(moment, titleOrUnknown(chart.title))
        if (text !== null) setLine({ playId, text })
      },
      // The bell and the profile show the play too.
      () => undefined,
    )
  }
  useTopic(user ? `player:${user.id}` : null, onMessage)

  useEffect(() => {
    if (line === null || isHeld) return
    const timer = setTimeout(() => setLine(null), shownMs)
    return () => clearTimeout(timer)
  }, [line, isHeld])

  return (
    <p role="status" className="moment-line">
      {line && (
        <Link
          to={`/play/${line.playId}`}
          onClick={() => setLine(null)}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {line.text}
        </Link>
      )}
    </p>
  )
}
