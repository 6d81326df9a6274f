/** localStorage, or an in-memory fallback where reading `localStorage` throws because storage is blocked. */
export function storageOf(browser: Window): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return browser.localStorage
  } catch {
    const entries = new Map<string, string>()
    return {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, text) => void entries.set(key, text),
      removeItem: (key) => void entries.delete(key),
    }
  }
}

// Storage may be blocked or full: then nothing is read, and what is written lasts as long as the page.

export function readText(storage: Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

export function writeText(storage: Pick<Storage, 'setItem'>, key: string, text: string): void {
  try {
    storage.setItem(key, text)
  } catch {}
}

export function removeText(storage: Pick<Storage, 'removeItem'>, key: string): void {
  try {
    storage.removeItem(key)
  } catch {}
}
