import type { SystemId } from './choices.ts'

/** Where the game keeps what players may change. */
export interface Folders {
  /** In words, where it is no path that can be copied. */
  readonly note?: string
  readonly profiles: string
  readonly preferences: string
  readonly themes: string
  /** Of Simply Love, as the game sees it: what is there is added to the folder that comes with the game. */
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
  portable: { ...below('/', 'Save', 'Themes'), note: "in the game's own directory, where Portable.ini lies" },
}

/**
 * The line of Preferences.ini that lets the game send to `host`. The game has dropped hosts at either end of its list,
 * so ours goes between its own.
 */
export function allowedHosts(host: string): string {
  return `HttpAllowHosts=*.groovestats.com,${host},*.itgmania.com`
}
