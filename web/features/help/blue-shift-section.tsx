import { Link } from 'react-router-dom'
import { Wordmark } from '../../ui/wordmark.tsx'

/** The launch event, as a player needs to know it. */
export function BlueShiftSection() {
  return (
    <section aria-labelledby="blue-shift">
      <h2 id="blue-shift">Blue Shift</h2>
      <div className="ev mt-3 p-4">
        <Wordmark size="2.25rem" />
        <p className="ev-2 !mt-2">Beta. 9 weeks from early December, in three rounds of 3 weeks.</p>
      </div>
      <p>
        Every 3 weeks 20 curated charts are announced. Put up your best score on each of them before the round
        ends; the next round brings 20 others. There is nothing to sign up for: play one of the charts, and
        you take part.
      </p>
      <p>
        Your place on a chart earns points, the more the higher it is, on H.EX, EX and ITG each for itself.
        Your points of all charts and rounds add up to the{' '}
        <Link to="/leaderboards/overall">overall leaderboard</Link>; on your profile stands what each chart
        gave you. Equal scores share the place and its points.
      </p>
      <p>Failed plays are accepted here and graded F. All else must be as for the other boards.</p>
    </section>
  )
}
