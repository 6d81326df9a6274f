/** Delay after load, ms, so that prefetching does not compete with the first page. */
const delayMs = 4000

/** Runs `act` once the page has loaded and the browser is idle; never in data-saver mode. */
export function whenIdle(browser: Window & typeof globalThis, act: () => Promise<void>): void {
  const savesData = 'connection' in navigator && saves(navigator.connection)
  if (savesData) return
  const runSilently = () => void act().catch(() => {})
  // Safari lacks requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in browser ? browser.requestIdleCallback(runSilently) : runSilently()
  const start = () => setTimeout(idle, delayMs)
  if (browser.document.readyState === 'complete') start()
  else browser.addEventListener('load', start, { once: true })
}

function saves(connection: unknown): boolean {
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}
