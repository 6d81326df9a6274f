export function AboutSections() {
  return (
    <>
      <section aria-labelledby="what-is">
        <h2 id="what-is">What Stepledger is</h2>
        <p>
          A score tracker for players of a dance game. Your game submits each play automatically when the song
          ends. You'll find it here with its score in three systems, its grade, the timing of every step and
          its rank on the chart's leaderboards. Add rivals to see their scores highlighted everywhere.
        </p>
        <p>
          Everything is based on an append-only ledger of plays. All leaderboards are calculated from it, so
          every score can be traced back to what was played.
        </p>
      </section>
      <section aria-labelledby="what-is-not">
        <h2 id="what-is-not">What it is not</h2>
        <ul>
          <li>
            It isn't a front end for another score service. It doesn't copy scores from other services or send
            yours to them.
          </li>
          <li>It isn't a place to download songs. There's no audio here, and packs can't be downloaded.</li>
          <li>It isn't part of the game or made by its developers.</li>
        </ul>
      </section>
      <section aria-labelledby="why-exists">
        <h2 id="why-exists">Why it exists</h2>
        <p>
          A percentage alone doesn't tell the whole story. Stepledger keeps the offset of every step, so you
          can see where you rushed and where you dragged. It also ranks by systems that still tell players
          apart when the old one says 100%.
        </p>
      </section>
    </>
  )
}
