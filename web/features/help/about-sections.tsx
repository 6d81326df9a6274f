/** What the site is, is not, and why it is there. */
export function AboutSections() {
  return (
    <>
      <section aria-labelledby="what-is">
        <h2 id="what-is">What Stepledger is</h2>
        <p>
          A score tracker for players of a dance game. Your game sends each play by itself when the song ends.
          You find it here with its score in three systems, its grade, the timing of every step and its place
          on the chart's leaderboards. Set rivals, and their scores stand out wherever you look.
        </p>
        <p>
          Behind the pages lies one ledger of plays that is only ever added to. Every board is worked out from
          it, so what is shown can always be traced back to what was played.
        </p>
      </section>
      <section aria-labelledby="what-is-not">
        <h2 id="what-is-not">What it is not</h2>
        <ul>
          <li>
            It is not a front for another score service: it neither copies their scores nor passes yours on to
            them.
          </li>
          <li>It is not a place to download songs. There is no audio here, and no packs.</li>
          <li>It is not part of the game, nor made by those who make it.</li>
        </ul>
      </section>
      <section aria-labelledby="why-exists">
        <h2 id="why-exists">Why it exists</h2>
        <p>
          A percent alone hides most of a play. Stepledger keeps the offset of each step, so you can see where
          you rushed and where you dragged, and it ranks by systems that still tell players apart when the old
          one says 100 %.
        </p>
      </section>
    </>
  )
}
