// Runs before the first paint and before the app. Applies the stored theme, which avoids a flash of the default one.
// An overlay has a transparent page and takes its theme from the URL.
try {
  const overlay = location.pathname.startsWith('/overlay/')
  document.documentElement.classList.toggle('overlay', overlay)
  const theme = overlay ? new URLSearchParams(location.search).get('theme') : localStorage.getItem('theme')
  if (theme && /^[a-z-]{1,20}$/.test(theme)) document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked; the default theme stays.
}
// Loads the script of the page at this address beside the app, which would only find out when it runs.
const scripts = document.querySelector('meta[name="page-scripts"]')?.getAttribute('content') ?? '{}'
for (const href of JSON.parse(scripts)[location.pathname.split('/')[1] ?? ''] ?? [])
  preload({ rel: 'modulepreload', href })
// The font too, but below 2 Mbit/s only after the first rows: text appears in a fallback about as wide until then.
const font = document.querySelector('meta[name="font"]')?.getAttribute('content')
if (navigator.connection?.downlink < 2) document.documentElement.classList.add('font-later')
else if (font) preload({ rel: 'preload', as: 'font', type: 'font/woff2', href: font })
function preload(attributes) {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }))
}
// Starts the reads that the page at this address waits for. The app, which would only know them when it runs, takes their
// responses: api/first-reads.ts. The addresses are those of `readsFirst` in app/pages.ts, without a query in the URL.
globalThis.firstReads = new Map()
try {
  const token = localStorage.getItem('authToken')
  const viewer = token && JSON.parse(localStorage.getItem('user'))?.id
  const leaderboard = localStorage.getItem('activeLeaderboard') ?? 'HardEX'
  const [page, id = page === 'user' && viewer, ...more] = location.pathname.slice(1).split('/')
  const read = (address) => {
    const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = fetch(address, { headers, signal: AbortSignal.timeout(10_000) })
    firstReads.set(address, response)
    // The app reports a failure.
    response.catch(() => {})
    return response
  }
  const readProfile = (player) => {
    read(
      `${player}?page=1&limit=10&leaderboard=${leaderboard}&minMeter=6&maxMeter=17&includeUnknown=true&orderBy=date&orderDirection=desc`,
    )
    read(`${player}/activity`)
    read(`${player}/grades?leaderboard=${leaderboard}&list=best`)
    read(`${player}/play-sessions`)
    if (viewer && viewer !== id) read(`${player}/head-to-head?leaderboard=${leaderboard}&limit=1`)
    const readStanding = ({ events }) => {
      const latest = events.find(({ phase, ofSite }) => phase !== 'before' && ofSite)
      if (latest) read(`/api/event/${latest.slug}/player/${id}`)
    }
    const list = read('/api/events').then((response) => response.clone().json())
    list.then(readStanding).catch(() => {})
  }
  if (location.search === '' && more.length === 0) {
    if (page === '') {
      read('/api/blueshift')
      if (viewer) read(`/api/own-events?leaderboard=${leaderboard}`)
    } else if (page === 'play' && /^[1-9]\d*$/.test(id)) {
      read(`/api/play/${id}`)
      read(`/api/play/${id}/standings`)
    } else if (page === 'chart' && /^[\da-f]{16}$/.test(id)) {
      read(`/api/chart/${id}`)
      read(`/api/chart/${id}/leaderboards?page=1`)
      if (viewer) read(`/api/chart/${id}/places`)
    } else if (page === 'user' && /^[\da-f]{8}-[\da-f-]{27}$/.test(id)) readProfile(`/api/user/${id}`)
  }
} catch {
  // Storage may be blocked; the app reads.
}
// Later the app needs newer ones.
setTimeout(() => firstReads.clear(), 10_000)
// The content security policy forbids eval: zod must be configured before the first schema is created.
globalThis.__zod_globalConfig = { jitless: true }
// If the app's script fails to load, nothing else can show an error and retry.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || root === null || root.childElementCount > 0) return
    const text = document.createElement('p')
    text.setAttribute('role', 'alert')
    text.textContent = "We can't reach Stepledger right now. The page will load when it's back. "
    const retry = document.createElement('button')
    retry.textContent = 'Retry'
    retry.className = 'btn btn-sm'
    const tryAgain = async () => {
      const { ok } = await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' })
      if (ok) location.reload()
    }
    const retryNow = () => void tryAgain().catch(() => {})
    retry.addEventListener('click', retryNow)
    setInterval(retryNow, 5000)
    text.append(retry)
    text.style.padding = '2.5rem 1.5rem'
    root.append(text)
  },
  true,
)
