import { getRules } from '@stepledger/contracts/http/rules.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { Copied } from './copied.tsx'
import { allowedHosts } from './folders.ts'

/** Instructions for players with another score module. */
export function OtherClients() {
  const { data: rules } = useRead(getRules, {})
  const { hostname, origin } = window.location
  return (
    <>
      <h3 id="other-clients">Already use another module?</h3>
      <p>
        Keep it. Stepledger accepts the format of such modules, body versions 1.0 to 1.4. Just change two
        things in its settings:
      </p>
      <ol>
        <li>
          <b>The host</b> or API address, to
          <Copied text={origin} label="address" />
        </li>
        <li>
          <b>The key</b>, to one of yours: <Link to="/profile?section=api-keys">Edit Profile, API Keys</Link>.
        </li>
      </ol>
      <p>Then allow this site in the game's Preferences.ini:</p>
      <Copied text={allowedHosts(hostname)} label="allowed hosts" />
      <p>
        Plays, the title screen's check, the leaderboard panel and the scores in the song wheel keep working
        as before. Plays are ranked from body version {rules?.eligibility.minBodyVersion ?? '1.2'} on; older
        ones are kept and shown on your profile. The calls are documented under <a href="/api/docs">API</a>.
      </p>
    </>
  )
}
