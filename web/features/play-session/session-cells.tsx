import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { playTimeText } from '@stepledger/contracts/look/session-words.ts'

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
        <Cell
          name="Plays"
          value={numberText(plays)}
          unit={failed > 0 ? `${numberText(failed)} failed` : ''}
        />
        <Cell name="Steps" value={numberText(steps)} />
        <Cell name="Charts" value={numberText(charts)} />
        <Cell name="Bests" value={numberText(bests)} />
        {rivalsPassed !== undefined && (
          <Cell
            name="Rivals passed"
            value={rivalsPassed === null ? '–' : numberText(rivalsPassed)}
            unit={rivalsPassed === 1 ? 'time' : 'times'}
          />
        )}
      </dl>
    </section>
  )
}

const numberText = (value: number) => value.toLocaleString('en-US')

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
