/** The line about events on a profile before any event has begun. */
export function NoCompetitionPanel() {
  return (
    <section
      className="ev flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5"
      aria-labelledby="player-event"
    >
      <h2 id="player-event" className="text-xl font-bold">
        Blue Shift
      </h2>
      <p className="font-bold">Not participating</p>
      <p className="ev-2 text-sm">This user hasn't participated in the Blue Shift Beta event yet.</p>
    </section>
  )
}
