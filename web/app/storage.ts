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
