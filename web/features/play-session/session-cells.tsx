import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { playTimeText } from '@stepledger/contracts/look/session-words.ts'
import { countText } from '../../ui/count-text.ts'

interface Props {
  readonly session: SessionPage
  /** Null while loading; undefined in a session of another player. */
  readonly rivalsPassed: number | null | undefined
}

/** What a session comes to. */
export function SessionCells({ session, rivalsPassed }: Props) {
  const { seconds, startedAt, endedAt, plays, failed, steps, charts, bests } = session
  const whole = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  const cells = rivalsPassed === undefined ? 'lg:grid-cols-5' : 'lg:grid-cols-6'
  return (
    <section className="panel mt-4" aria-label="Totals">
      <dl className={`cellgrid grid-cols-2 sm:grid-cols-3 ${cells}`}>
        <Cell
          name="Time played"
          value={playTimeText(seconds)}
          unit={whole > seconds ? `of ${playTimeText(whole)}` : ''}
        />
        <Cell name="Plays" value={countText(plays)} unit={failed > 0 ? `${countText(failed)} failed` : ''} />
        <Cell name="Steps" value={countText(steps)} />
        <Cell name="Charts" value={countText(charts)} />
        <Cell name="Bests" value={countText(bests)} />
        {rivalsPassed !== undefined && (
          <Cell
            name="Rivals passed"
            value={rivalsPassed === null ? '–' : countText(rivalsPassed)}
            unit={rivalsPassed === 1 ? 'time' : 'times'}
          />
        )}
      </dl>
    </section>
  )
}

function Cell({ name, value, unit = '' }: { name: string; value: string; unit?: string }) {
  return (
    <div>
      <dt className="mute text-xs">{name}</dt>
      <dd className="text-lg font-bold whitespace-nowrap">
        {value}
        {unit !== '' && <span className="mute text-sm font-normal"> {unit}</span>}
      </dd>
    </div>
  )
}
