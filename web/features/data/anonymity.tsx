import { minCounted, noiseDeviation, rightGuesses } from '@stepledger/contracts/analysis/anonymity.ts'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The anonymisation, its threat model and its remaining risks: a summary of docs/anonymity.md. */
export function Anonymity({ quietDays }: { quietDays: number }) {
  return (
    <div id="anonymity" className="scroll-mt-6">
      <Panel title="What the data says about players">
        <div className="prose p-4 [&>p:first-child]:mt-0">
          <p>
            The files contain counts and averages, never a single play or player. Each number has random
            noise, and you count at most once in it. So even someone who knows everything else can hardly tell
            whether a given play is in the data: at most {rightGuesses} of 100 guesses are right; a coin flip
            gets 50.
          </p>
          <p>
            A row is published only if it counts about {minCounted} players or more. There are no names, email
            addresses, pictures or texts of players, no times of plays and no game versions.
          </p>
          <p>
            Players who <Link to="/profile?section=your-data">opt out of the published data</Link>, and those
            whose account is deleted, are left out of the next series, and earlier series that include them
            are deleted.
          </p>
        </div>
        <div className="border-t border-line">
          <Disclosure title="Threat model">
            {() => (
              <div className="prose px-4 pb-4">
                <p>
                  An attacker who has every public page, with exact scores and the offset of every step, has
                  read the code, has kept every file that was ever published, and looks for the plays of a
                  player whose account is deleted. Exact counts would reveal them: subtract everybody else's
                  plays, and theirs remain. The noise prevents that.
                </p>
              </div>
            )}
          </Disclosure>
          <Disclosure title="Protection">
            {() => (
              <div className="prose px-4 pb-4">
                <ul>
                  <li>
                    Every count and sum has normal noise with a standard deviation of {noiseDeviation}{' '}
                    players. The dictionary gives the resulting noise of each average.
                  </li>
                  <li>
                    You count once in each number, with the average of your plays, however often you played.
                  </li>
                  <li>
                    The noise is derived from a secret key and the counted data. Publishing the files again,
                    or in another format, gives the same numbers, so the noise can't be averaged out.
                  </li>
                  <li>
                    A month is published {quietDays} days after it ends, an event once it is closed. Plays
                    that arrive later are added once a year.
                  </li>
                  <li>
                    Automated tests attack the files with all public data and measure how much a play changes
                    them.
                  </li>
                </ul>
              </div>
            )}
          </Disclosure>
          <Disclosure title="Remaining risks">
            {() => (
              <div className="prose px-4 pb-4">
                <ul>
                  <li>
                    When a player opts out, the rows that counted them get new noise. Someone who kept the old
                    file has two samples of the others in those rows, and can cause more with several accounts
                    of their own.
                  </li>
                  <li>
                    The figure is for a single play. Whether someone played a lot in a month, and in which
                    month they started, can be told with more certainty.
                  </li>
                  <li>Your public pages reveal more than any file, as long as they exist.</li>
                </ul>
              </div>
            )}
          </Disclosure>
        </div>
      </Panel>
    </div>
  )
}
