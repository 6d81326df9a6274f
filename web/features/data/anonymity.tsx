import { fewestCounted, noiseDeviation, rightGuesses } from '@stepledger/contracts/analysis/anonymity.ts'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Panel } from '../../ui/panel.tsx'

interface Props {
  readonly quietDays: number
}

/** What is left out, against whom, and what remains: docs/anonymity.md, short. */
export function Anonymity({ quietDays }: Props) {
  return (
    <div id="anonymity" className="scroll-mt-6">
      <Panel title="What the data says about players">
        <div className="prose p-4 [&>p:first-child]:mt-0">
          <p>
            The files hold counts and means, never a single play or player. Each number has random noise, and
            you count once in it at most. So even someone who knows everything else can hardly tell whether a
            given play is in the data: at most {rightGuesses} of 100 guesses are right, where a coin gets 50.
          </p>
          <p>
            A row is published only where it counts about {fewestCounted} players or more. There are no names,
            mail addresses, pictures or texts of players, no times of plays and no versions of games.
          </p>
          <p>
            Players who <Link to="/profile?section=your-data">leave the published data</Link>, and those whose
            account is deleted, are not in the next series, and earlier ones that count them go with it.
          </p>
        </div>
        <div className="border-t border-line">
          <Disclosure title="Threat model">
            {() => (
              <div className="prose px-4 pb-4">
                <p>
                  Someone who has every public page, with exact scores and the offset of every step, has read
                  the code, has kept every file that was ever published, and looks for the plays of a player
                  whose account is deleted. Exact counts would give them away: subtract everybody else’s
                  plays, and theirs are left. The noise prevents that.
                </p>
              </div>
            )}
          </Disclosure>
          <Disclosure title="What is done">
            {() => (
              <div className="prose px-4 pb-4">
                <ul>
                  <li>
                    Every count and sum has normal noise with a standard deviation of {noiseDeviation}{' '}
                    players. The dictionary says what that makes of each mean.
                  </li>
                  <li>
                    You count once in each number, with the mean of your plays, however often you played.
                  </li>
                  <li>
                    The noise follows from a secret key and from what is counted. Making the files again, or
                    in another format, gives the same numbers, so nothing averages out.
                  </li>
                  <li>A month is published {quietDays} days after it is over, an event once it is closed.</li>
                  <li>Tests attack the files with all that is public, and measure the figure above.</li>
                </ul>
              </div>
            )}
          </Disclosure>
          <Disclosure title="Remaining risks">
            {() => (
              <div className="prose px-4 pb-4">
                <ul>
                  <li>
                    When a player leaves, the rows that counted them get new noise. Someone who kept the old
                    file has two looks at the others in those rows.
                  </li>
                  <li>
                    The figure is for a single play. Whether someone played a lot in a month can be told with
                    less doubt, and in which month they began.
                  </li>
                  <li>Your own pages say more than any file, as long as they are there.</li>
                </ul>
              </div>
            )}
          </Disclosure>
        </div>
      </Panel>
    </div>
  )
}
