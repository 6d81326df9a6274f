import { fewestOfCountry } from '@stepledger/contracts/analysis/anonymity.ts'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Panel } from '../../ui/panel.tsx'

interface Props {
  /** Stand behind each row. */
  readonly fewest: number
  readonly quietDays: number
}

/** What is left out, against whom, and what remains: docs/anonymity.md, short. */
export function Anonymity({ fewest, quietDays }: Props) {
  return (
    <div id="anonymity" className="scroll-mt-6">
      <Panel title="What is left out, and why">
        <div className="prose p-4 [&>p:first-child]:mt-0">
          <p>
            There are no names, mail addresses, pictures or texts of players, no exact times and no versions
            of games; a country with fewer than {fewestOfCountry} players is “other”.
          </p>
          <p>
            Scores are public on the boards, so a play that looks like no other would lead back to a name:
            every row here looks like plays of at least {fewest} players, nothing links two plays of one
            player, and every sum is over at least {fewest} players. Rare plays are less exact, or left out.
          </p>
          <p>
            Players who <Link to="/profile?section=your-data">leave the published data</Link>, and those whose
            account is deleted, are not in the next series, and earlier ones that hold plays of theirs go with
            it.
          </p>
        </div>
        <div className="border-t border-line">
          <Disclosure title="Whom it is made against">
            {() => (
              <div className="prose px-4 pb-4">
                <p>
                  Somebody who has every public page, with exact scores and the offset of every step, has read
                  the code, has kept every series that was ever published, and wants to say of a row: that is
                  this player. Pseudonyms do not help against that: in the data of AOL and of the Netflix
                  prize people were found by what they had done.
                </p>
                <p>
                  Today they would learn hardly more than the player’s pages say. But pages go when an account
                  is deleted, and a file that was downloaded stays.
                </p>
              </div>
            )}
          </Disclosure>
          <Disclosure title="What is done">
            {() => (
              <div className="prose px-4 pb-4">
                <ul>
                  <li>
                    A play is published at the first of eight levels of detail at which plays of at least{' '}
                    {fewest} players look the same. Nobody has more than one in {fewest} of the rows that look
                    the same, however often they played.
                  </li>
                  <li>
                    Steps are published by row of a chart: the offsets of all plays, sorted. No play’s own
                    sequence is in it, since no two are alike.
                  </li>
                  <li>
                    Players have a row each that looks like those of {fewest - 1} others and leads to no play.
                    Standings are published for {fewest} neighbours together.
                  </li>
                  <li>
                    Pseudonyms come from a secret that is drawn for each series and kept nowhere: none is
                    found again in the next one.
                  </li>
                  <li>
                    Nothing of the last {quietDays} days is published; sums and steps of a month are, once it
                    is over.
                  </li>
                  <li>
                    A test attacks an export with all that is public, and fails when a new column helps it.
                  </li>
                </ul>
              </div>
            )}
          </Disclosure>
          <Disclosure title="What remains possible">
            {() => (
              <div className="prose px-4 pb-4">
                <ul>
                  <li>
                    One guess in {fewest} may be right for a row, more often for someone who knows who did not
                    play.
                  </li>
                  <li>
                    Rows that look the same say the same of each of their players: anyone who knows that a
                    player is among them knows it of that player. The player’s pages say it, too.
                  </li>
                  <li>
                    Two series say more about the rows that come and go between them than one does; so does
                    the event stream.
                  </li>
                  <li>
                    Where one player has left between two series, the counts that sank show who it was, as
                    long as their pages are there.
                  </li>
                </ul>
              </div>
            )}
          </Disclosure>
        </div>
      </Panel>
    </div>
  )
}
