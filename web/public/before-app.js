// Runs before the first paint and before the app. The stored theme goes on the page, so that none flashes by.
// An overlay is on nothing, and its address says which theme it wears.
try {
  const overlay = location.pathname.startsWith('/overlay/')
  document.documentElement.classList.toggle('overlay', overlay)
  const theme = overlay ? new URLSearchParams(location.search).get('theme') : localStorage.getItem('theme')
  if (theme && /^[a-z-]{1,20}$/.test(theme)) document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the default theme stands.
}
// The content security policy allows no code made from text: zod, which would try, must know before the first schema is made.
globalThis.__zod_globalConfig = { jitless: true }
// The app itself may not arrive: then nothing else is there to say so, and to try again.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || root === null || root.childElementCount > 0) return
    const text = document.createElement('p')
    text.setAttribute('role', 'alert')
    text.textContent = "Stepledger can't be reached. This page opens by itself when it is back. "
    const retry = document.createElement('button')
    retry.textContent = 'Retry'
    const tryAgain = async () => {
      const { ok } = await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' })
      if (ok) location.reload()
    }
    const quietly = () => void tryAgain().catch(() => {})
    retry.addEventListener('click', quietly)
    setInterval(quietly, 5000)
    text.append(retry)
    text.style.padding = '2.5rem 1.5rem'
    root.append(text)
  },
  true,
)
