import type { SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { playTimeText } from '@stepledger/contracts/look/session-words.ts'
import { Cell } from '../../ui/cell.tsx'
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
        <Cell name="Time played" unit={whole > seconds ? `of ${playTimeText(whole)}` : undefined}>
          {playTimeText(seconds)}
        </Cell>
        <Cell name="Plays" unit={failed > 0 ? `${countText(failed)} failed` : undefined}>
          {countText(plays)}
        </Cell>
        <Cell name="Steps">{countText(steps)}</Cell>
        <Cell name="Charts">{countText(charts)}</Cell>
        <Cell name="Bests">{countText(bests)}</Cell>
        {rivalsPassed !== undefined && (
          <Cell name="Rivals passed" unit={rivalsPassed === 1 ? 'time' : 'times'}>
            {rivalsPassed === null ? '–' : countText(rivalsPassed)}
          </Cell>
        )}
      </dl>
    </section>
  )
}
