import { fewestOfCountry } from '@stepledger/contracts/analysis/anonymity.ts'
import { Link } from 'react-router-dom'
import { Panel } from '../../ui/panel.tsx'

/** What is left out, and why: docs/anonymity.md, short. */
export function Anonymity({ fewest }: { fewest: number }) {
  return (
    <div id="anonymity" className="scroll-mt-6">
      <Panel title="What is left out, and why">
        <div className="prose p-4 [&>p:first-child]:mt-0">
          <p>
            There are no names, mail addresses, pictures or texts of players, no exact times, no versions of
            games, and countries with fewer than {fewestOfCountry} players are told as “other”.
          </p>
          <p>
            Scores are public on the boards, so a play that looks like no other would lead back to a name:
            every row here looks like plays of at least {fewest} players, nothing links two plays of one
            player, and what is worked out of plays stands on at least {fewest} players; rare plays are told
            less exactly, or not at all.
          </p>
          <p>
            Players who <Link to="/profile?section=your-data">leave the published data</Link>, and those whose
            account is deleted, are not in the next series, and earlier ones that hold plays of theirs go with
            it.
          </p>
        </div>
      </Panel>
    </div>
  )
}
