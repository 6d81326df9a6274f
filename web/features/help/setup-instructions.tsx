import { getKeyFile, keyFileName } from '@stepledger/contracts/http/api-keys.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { CallError } from '../../api/call-error.ts'
import { useCall } from '../../api/use-call.ts'
import { Button, CopyButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ErrorBanner } from '../../ui/states.tsx'
import linkWindow from './setup/link-window.webp'

export const systems = [
  { id: 'windows', label: 'Windows' },
  { id: 'macos', label: 'macOS' },
  { id: 'linux', label: 'Linux' },
  { id: 'portable', label: 'Portable' },
] as const
export type SystemId = (typeof systems)[number]['id']

export const methods = [
  { id: 'theme', label: 'Full Theme', what: 'UI + submission' },
  { id: 'module', label: 'Module Only', what: 'score submission' },
] as const
export type MethodId = (typeof methods)[number]['id']

export function Instructions({ system, method }: { system: SystemId; method: MethodId }) {
  const { preferences, themes, modules, note } = folders[system]
  const host = window.location.hostname
  const where = note === undefined ? '' : ` (${note})`
  return (
    <ol className="[&>li]:mt-4">
      <li>
        <b>Close the game.</b> It saves its preferences when it closes and would overwrite your changes.
      </li>
      <li>
        <b>Download</b> the {method === 'theme' ? 'theme' : 'module'}.
        <div className="mt-2">
          <a className="btn btn-sm h-10 no-underline md:h-8" href={downloads[method]} download>
            <Icon name="download" /> Download {method === 'theme' ? 'theme' : 'module'} (zip)
          </a>
        </div>
        <p className="mute !mt-2 text-sm">
          <a href={downloads.checksums}>Checksums</a> of the zips.
        </p>
      </li>
      <li>
        <b>Allow this site.</b> Open{where}
        <Copied text={preferences} label="path of the preferences" />
        and add this host to the line that starts with <code>HttpAllowHosts=</code>, right after{' '}
        <code>*.groovestats.com</code>, with a comma and no space:
        <Copied text={host} label="host" />
        If you haven't changed the line before, it should now be:
        <Copied text={allowedHosts(host)} label="line of hosts" />
        In ITGmania 0.9.0, where the line was <code>*.groovestats.com</code> alone, it should be:
        <Copied text={allowedHosts(host, '0.9.0')} label="line for ITGmania 0.9.0" />
        <code>HttpEnabled</code> must be set to <code>1</code>.
      </li>
      {method === 'theme' ? (
        <li>
          <b>Install the theme.</b> Extract the zip into the Themes directory{where}
          <Copied text={themes} label="themes folder" />
          It uses the Simply Love that comes with the game, and includes the module: don't install that as
          well. Then start the game and choose <b>Options → System Options → Theme → Stepledger</b>. Leave the
          list by its last entry, <b>Exit</b>: Esc discards the change. Simply Love then asks whether to reset
          preferences, with <b>Yes</b> selected. Choose <b>No</b>: the theme needs the timing windows that
          Simply Love has set.
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
          For Simply Love: create any missing folders, so that <code>Stepledger.lua</code> and a folder{' '}
          <code>Stepledger</code> end up in Modules. For another theme, use its name instead.
        </li>
      )}
      <li>
        <b>Link the game.</b> Start it. On the title screen or the song wheel, press <b>Select</b>: the{' '}
        <b>/</b> key of a keyboard, or <b>0</b> on its number pad for the right side. The game shows a code.
        Scan it with your phone, or open
        <Copied text={`${window.location.origin}/link`} label="address to link a game" />
        and type the letters. Check that they are those on your screen, and allow the game. A few seconds
        later it shows your name instead.
        <img
          className="mt-2 h-auto w-full max-w-[220px] rounded-[2px] border border-line"
          src={linkWindow}
          width={354}
          height={505}
          loading="lazy"
          alt="In the game: a QR code, the address of the page, the code in large letters, and how long it is valid"
        />
        <p className="mute !mt-2 text-sm">
          Works without a profile too, for a visit to an arcade: a guest is linked until the session ends. On
          a machine without Select, press left and right together on the title screen.
        </p>
      </li>
      <li>
        <b>Play.</b> If something is missing, the game says so where your name would be. After a song, the
        results screen shows your three scores; press left on the menu buttons for the boards. The new score
        appears on <Link to="/user">your profile</Link>, and <a href="#check-setup">below</a>.
      </li>
    </ol>
  )
}

export function KeyFileInstructions({ system }: { system: SystemId }) {
  const { profiles, note } = folders[system]
  return (
    <details className="mt-4">
      <summary>No phone at hand? Use a file instead of the code</summary>
      <p>
        Close the game, and put {keyFileName} in your profile's folder, a numbered folder inside the one below
        {note === undefined ? '' : ` (${note})`}. The first profile you created is <code>00000000</code>; its{' '}
        <code>Editable.ini</code> contains the profile's name.
      </p>
      <Copied text={profiles} label="profile folder" />
      <div className="mt-2">
        <KeyFileButton />
      </div>
      <p className="mute !mt-2 text-sm">
        Your browser may flag the file because it is plain text; keep it. It contains your key, so don't share
        it.
      </p>
    </details>
  )
}

const failed = `Failed to download ${keyFileName}. Please ensure you are logged in and try again.`

function KeyFileButton() {
  const call = useCall()
  const download = useMutation({
    mutationFn: () => call(getKeyFile, {}),
    onSuccess: (text) => saveFile(keyFileName, text),
  })
  const serverText = download.error instanceof CallError ? download.error.serverText : undefined
  return (
    <>
      <Button size="small" disabled={download.isPending} onClick={() => download.mutate()}>
        <Icon name="download" /> Download {keyFileName}
      </Button>
      {download.isError && (
        <ErrorBanner
          className="mt-2"
          text={failed}
          {...(serverText === undefined ? {} : { detail: serverText })}
        />
      )}
      <span role="status" className={download.isSuccess ? 'ml-2 text-sm' : 'sr-only'}>
        {download.isSuccess && 'Downloaded with a new key.'}
      </span>
    </>
  )
}

interface Props {
  readonly title: string
  readonly items: readonly string[]
  readonly chosen: string
  readonly label: string
}

const width = 200
const rowHeight = 26

export function MenuPicture({ title, items, chosen, label }: Props) {
  const height = 34 + items.length * rowHeight + 8
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full max-w-[240px]"
      role="img"
      aria-label={label}
    >
      <rect width={width} height={height} rx="2" fill="var(--color-base-200)" stroke="var(--line)" />
      <rect width={width} height="26" rx="2" fill="var(--line)" />
      <text x="10" y="18" fontSize="13" fontWeight="700" fill="currentColor">
        {title}
      </text>
      {items.map((item, i) => {
        const y = 34 + i * rowHeight
        const isChosen = item === chosen
        return (
          <g key={item}>
            {isChosen && (
              <rect
                x="6"
                y={y}
                width={width - 12}
                height={rowHeight - 4}
                rx="2"
                fill="var(--color-primary)"
              />
            )}
            <text
              x="14"
              y={y + 15.5}
              fontSize="12.5"
              fontWeight={isChosen ? 700 : 400}
              fill={isChosen ? 'var(--color-primary-content)' : 'currentColor'}
              opacity={isChosen ? 1 : 0.85}
            >
              {item}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** A copyable path or line. `label`: the accessible name. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="mt-1 flex items-center gap-1">
      <code className="min-w-0">{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  )
}

export const downloads = {
  theme: '/downloads/stepledger-theme.zip',
  module: '/downloads/stepledger-module.zip',
  checksums: '/downloads/SHA256SUMS',
} as const

interface Folders {
  /** An explanation where there is no copyable path. */
  readonly note?: string
  readonly profiles: string
  readonly preferences: string
  readonly themes: string
  /** The modules folder of Simply Love, which the game merges with its own. */
  readonly modules: string
}

function below(separator: '/' | '\\', save: string, themes: string): Folders {
  return {
    profiles: [save, 'LocalProfiles'].join(separator),
    preferences: [save, 'Preferences.ini'].join(separator),
    themes,
    modules: [themes, 'Simply Love', 'Modules'].join(separator),
  }
}

const folders: Record<SystemId, Folders> = {
  windows: below('\\', '%APPDATA%\\ITGmania\\Save', '%APPDATA%\\ITGmania\\Themes'),
  macos: below('/', '~/Library/Preferences/ITGmania', '~/Library/Application Support/ITGmania/Themes'),
  linux: below('/', '~/.itgmania/Save', '~/.itgmania/Themes'),
  portable: { ...below('/', 'Save', 'Themes'), note: "in the game's own directory, next to Portable.ini" },
}

/**
 * The line of Preferences.ini that allows the game to send to `host`, from the default of this version of ITGmania. Later
 * versions have been seen to drop hosts at either end of their list, so ours goes in the middle.
 */
export function allowedHosts(host: string, version: '0.9.0' | 'later' = 'later'): string {
  return `HttpAllowHosts=*.groovestats.com,${host}${version === '0.9.0' ? '' : ',*.itgmania.com'}`
}
