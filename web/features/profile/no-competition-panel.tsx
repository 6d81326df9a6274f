/** The event panel of a profile before any event has begun. */
export function NoCompetitionPanel() {
  return (
    <section className="panel" aria-labelledby="player-event">
      <h2 id="player-event" className="ev rounded-none px-4 py-3.5 text-xl font-bold">
        Blue Shift
      </h2>
      <div className="pad">
        <p className="font-bold">Not participating</p>
        <p className="mute mt-1">This user hasn't participated in the Blue Shift Beta event yet.</p>
      </div>
    </section>
  )
}
