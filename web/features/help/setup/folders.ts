import type { SystemId } from './choices.ts'

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

export const folders: Record<SystemId, Folders> = {
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
