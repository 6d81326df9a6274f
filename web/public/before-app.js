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
// The font too, but below 2 Mbit/s only after the scripts: text appears in a fallback about as wide until then.
const font = document.querySelector('meta[name="font"]')?.getAttribute('content')
if (font && !(navigator.connection?.downlink < 2))
  preload({ rel: 'preload', as: 'font', type: 'font/woff2', href: font })
function preload(attributes) {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }))
}
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
