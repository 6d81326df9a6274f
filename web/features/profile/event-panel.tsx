import { Wordmark } from '../../ui/wordmark.tsx'

/** How the player does in the event; so far nobody takes part. */
export function EventPanel() {
  return (
    <section className="panel" aria-labelledby="player-event">
      <div className="ev flex items-end gap-3 rounded-none px-4 py-3.5">
        <h2 id="player-event" className="flex items-end gap-2.5">
          <Wordmark size="1.75rem" />
          <span className="ev-2 text-xs font-semibold">Beta</span>
        </h2>
      </div>
      <div className="pad">
        <p className="text-lg font-bold">Not participating</p>
        <p className="mute mt-1">This user hasn't participated in the Blue Shift Beta event yet.</p>
      </div>
    </section>
  )
}
