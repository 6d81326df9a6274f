declare global {
  interface Window {
    /** Responses that `public/before-app.js` has requested, by address, with the stored token. */
    readonly firstReads?: Map<string, Promise<Response>>
  }
}

/** `fetch`, which answers the first reads of the page by the responses that were requested before the app ran, once. */
export function fetchFirstReads(browser: Pick<Window, 'fetch' | 'firstReads'>): typeof fetch {
  return (address, init) => {
    const { firstReads } = browser
    // What was read before a write is outdated.
    if (init?.method !== 'GET') firstReads?.clear()
    const response = firstReads?.get(String(address))
    if (response === undefined) return browser.fetch(address, init)
    firstReads?.delete(String(address))
    return response
  }
}
