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
