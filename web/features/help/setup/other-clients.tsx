import { getRules } from '@stepledger/contracts/http/rules.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../../api/use-call.ts'
import { Copied } from './copied.tsx'
import { allowedHosts } from './folders.ts'

/** For players whose game sends scores already, with a module of somebody else. */
export function OtherClients() {
  const { data: rules } = useRead(getRules, {})
  const { hostname, origin } = window.location
  return (
    <>
      <h3 id="other-clients">You have another score module?</h3>
      <p>
        Keep it. Stepledger speaks the format that such modules send, body versions 1.0 to 1.4. Change two
        things in its settings, and nothing else:
      </p>
      <ol>
        <li>
          <b>The host</b>, or the address of the API, to
          <Copied text={origin} label="address" />
        </li>
        <li>
          <b>The key</b> to one of yours: <Link to="/profile?section=api-keys">Edit Profile, API Keys</Link>.
        </li>
      </ol>
      <p>Then let the game send here, by the line in its Preferences.ini:</p>
      <Copied text={allowedHosts(hostname)} label="allowed hosts" />
      <p>
        Plays, the title screen's check, the leaderboard panel and the scores of the song wheel go on as
        before. A play counts on the boards from body version {rules?.eligibility.minBodyVersion ?? '1.2'} on;
        an older one is kept and shown on your profile. The calls are described under{' '}
        <a href="/api/docs">API</a>.
      </p>
    </>
  )
}
