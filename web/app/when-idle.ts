/** Milliseconds that the first page has for itself. */
const rest = 4000

/** Runs `act` once the page is shown and the browser is idle; never for visitors who save data. */
export function whenIdle(browser: Window & typeof globalThis, act: () => Promise<void>): void {
  const savesData = 'connection' in navigator && saves(navigator.connection)
  if (savesData) return
  const quietly = () => void act().catch(() => {})
  // Safari has no idle callbacks.
  const idle = () => ('requestIdleCallback' in browser ? browser.requestIdleCallback(quietly) : quietly())
  const start = () => setTimeout(idle, rest)
  if (browser.document.readyState === 'complete') start()
  else browser.addEventListener('load', start, { once: true })
}

function saves(connection: unknown): boolean {
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}
