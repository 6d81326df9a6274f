import { Link } from 'react-router-dom'
import { useUser } from '../../session/use-session.ts'

const saveFolders = [
  ['Windows', '%APPDATA%\\ITGmania\\Save'],
  ['macOS', '~/Library/Preferences/ITGmania'],
  ['Linux', '~/.itgmania/Save'],
  ['Portable', "the Save folder in the game's own directory"],
] as const

/** From an account to the first score, as far as it goes today. */
export function SetupSection() {
  const user = useUser()
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">Setup</h2>
      <ol>
        <li>
          {user === null ? (
            <>
              <Link to="/register">Register</Link>, or <Link to="/login">log in</Link>.
            </>
          ) : (
            <>
              <b>Account Ready</b>: you are signed in as {user.alias}.
            </>
          )}
        </li>
        <li>
          Under <Link to="/profile?section=api-keys">Edit Profile, API Keys</Link>, create a key and download{' '}
          <code>Stepledger.ini</code>. Browsers may warn about the file because it is plain text.
        </li>
        <li>Close the game. It writes its settings when it ends and would undo the next steps.</li>
        <li>
          Put <code>Stepledger.ini</code> into the folder of your profile, which lies under{' '}
          <code>LocalProfiles</code> in the Save folder:
          <ul>
            {saveFolders.map(([system, folder]) => (
              <li key={system}>
                {system}: {folder.includes(' ') ? folder : <code>{folder}</code>}
              </li>
            ))}
          </ul>
        </li>
        <li>
          In <code>Preferences.ini</code> in the same Save folder, add <code>{window.location.hostname}</code>{' '}
          to the line <code>HttpAllowHosts</code>, after a comma if there are others.
        </li>
        <li>
          Start the game and play. Your score appears on your profile by itself. The module that sends it is
          not out yet; it will be offered for download here.
        </li>
      </ol>
    </section>
  )
}
