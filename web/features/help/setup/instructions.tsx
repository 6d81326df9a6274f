import { keyFileName } from '@stepledger/contracts/key-file.ts'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/icon.tsx'
import type { MethodId, SystemId } from './choices.ts'
import { Copied } from './copied.tsx'
import { downloads } from './downloads.ts'
import { allowedHosts, folders } from './folders.ts'
import { KeyFileButton } from './key-file-button.tsx'
import { MenuPicture } from './menu-picture.tsx'

/** What to do on this system to install this way, step by step. */
export function Instructions({ system, method }: { system: SystemId; method: MethodId }) {
  const { profiles, preferences, themes, modules, note } = folders[system]
  const host = window.location.hostname
  const where = note === undefined ? '' : ` (${note})`
  return (
    <ol className="[&>li]:mt-4">
      <li>
        <b>Close the game.</b> It writes its preferences when it ends, and would undo what you change
        meanwhile.
      </li>
      <li>
        <b>Download</b> the {method === 'theme' ? 'theme' : 'module'} and your key.
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <a className="btn btn-sm h-10 no-underline md:h-8" href={downloads[method]} download>
            <Icon name="download" /> Download {method === 'theme' ? 'theme' : 'module'} (zip)
          </a>
          <KeyFileButton />
        </div>
        <p className="mute !mt-2 text-sm">
          <a href={downloads.checksums}>Checksums</a> of the zips. Your browser may flag {keyFileName} because
          it is plain text; keep it. It holds your key: share it with nobody.
        </p>
      </li>
      <li>
        <b>Put {keyFileName} into the folder of your profile</b>: a numbered folder in the folder below{where}
        . The first profile that you made is <code>00000000</code>; <code>Editable.ini</code> in it has its
        name.
        <Copied text={profiles} label="profile folder" />
      </li>
      <li>
        <b>Allow this site.</b> Open{where}
        <Copied text={preferences} label="path of the preferences" />
        and add this host to the line that begins with <code>HttpAllowHosts=</code>, right behind{' '}
        <code>*.groovestats.com</code>, with a comma and no space:
        <Copied text={host} label="host" />
        If nothing else is in your line, it is this one now:
        <Copied text={allowedHosts(host)} label="line of hosts" />
        The line <code>HttpEnabled</code> must say <code>1</code>.
      </li>
      {method === 'theme' ? (
        <li>
          <b>Install the theme.</b> Extract the zip into the Themes directory{where}
          <Copied text={themes} label="themes folder" />
          It uses the Simply Love that comes with the game, and includes the module: don't install that as
          well. Then start the game and choose <b>Options → System Options → Theme → Stepledger</b>.
          <div className="mt-2 grid gap-4 sm:grid-cols-2">
            <MenuPicture
              title="Options"
              items={['System Options', 'Test Input', 'Input Options', 'Graphics/Sound Options']}
              chosen="System Options"
              label="Options, with System Options chosen"
            />
            <MenuPicture
              title="System Options"
              items={['Game: dance', 'Theme: Stepledger', 'Language', 'Announcer']}
              chosen="Theme: Stepledger"
              label="System Options, with the theme Stepledger chosen"
            />
          </div>
        </li>
      ) : (
        <li>
          <b>Install the module.</b> Extract the zip into the Modules folder of Simply Love{where}
          <Copied text={modules} label="modules folder" />
          Create the folders that are missing. In the end <code>Stepledger.lua</code> and a folder{' '}
          <code>Stepledger</code> are in Modules. For another theme, use its name instead of Simply Love.
        </li>
      )}
      <li>
        <b>Start the game and play.</b> The title screen shows your name at the top right when all is well, or
        what is missing. After the song, the results screen shows your three scores; press left on the menu
        buttons for the boards. The new score appears on <Link to="/user">your profile</Link>, and{' '}
        <a href="#check-setup">below</a>.
      </li>
    </ol>
  )
}
