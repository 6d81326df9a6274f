/** The browser's storage. Where it is forbidden, and even asking for it throws, one that lasts as long as the page. */
export function storageOf(browser: Window): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return browser.localStorage
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
    }
  }
}
