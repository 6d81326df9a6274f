import type { CompetitionPage } from '@stepledger/contracts/http/competitions.ts'
import { listTakenOutPlays, type TakenOutPlay } from '@stepledger/contracts/http/taken-out-plays.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { playIdOf } from '../../parts/plays/play-id.ts'
import { Button } from '../../ui/button.tsx'
import { CallFailure } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChangeForm } from './change-form.tsx'

interface Props {
  readonly competition: CompetitionPage
  /** The id of the play that is chosen at first; empty for none. */
  readonly play: string
}

/** Takes a play out of an event, or puts one back. */
export function TakenOutForm({ competition, play }: Props) {
  const { slug } = competition
  const read = useRead(listTakenOutPlays, { params: { slug } })
  const [text, setText] = useState(play)
  const plays = read.data?.plays ?? []
  const playId = playIdOf(text)
  const isOut = plays.some((each) => each.playId === playId)
  return (
    <ChangeForm
      competition={competition}
      change={playId === null || !read.data ? null : { type: 'play', playId, out: !isOut }}
    >
      <p className="mute text-sm">
        A play that you take out doesn't count in this event. It stays on all other leaderboards. Where only
        the first attempt counts, it stays the first attempt.
      </p>
      <TextField
        label="Play"
        placeholder="Number or link"
        autoComplete="off"
        maxLength={200}
        value={text}
        error={text.trim() !== '' && playId === null ? 'Enter the link of a play' : undefined}
        hint={isOut ? 'It was taken out. The change puts it back.' : 'The link of its page'}
        onChange={({ target }) => setText(target.value)}
      />
      <CallFailure
        error={read.error}
        sentence="Failed to load the plays that were taken out"
        onRetry={read.refetch}
      />
      {plays.length > 0 && (
        <div>
          <h2 className="mb-1 font-medium">Taken out</h2>
          <ul className="border-t border-line">
            {plays.map((each) => (
              <TakenOut key={each.playId} play={each} onPutBack={() => setText(String(each.playId))} />
            ))}
          </ul>
        </div>
      )}
    </ChangeForm>
  )
}

function TakenOut({
  play: { playId, chart, user },
  onPutBack,
}: {
  readonly play: TakenOutPlay
  readonly onPutBack: () => void
}) {
  const title = titleOrUnknown(chart.title)
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-1">
      <div className="min-w-0 grow">
        <Link className="hit font-semibold wrap-anywhere hover:underline" to={`/play/${playId}`}>
          {title}
        </Link>
        <p className="mute text-xs wrap-anywhere">
          {user.alias} · play {playId}
        </p>
      </div>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Put back ${title}, ${user.alias}`}
        onClick={onPutBack}
      >
        Put back
      </Button>
    </li>
  )
}
