// Runs before the first paint: the stored theme goes on the page, so that none flashes by.
try {
  const theme = localStorage.getItem('theme')
  if (theme && /^[a-z-]{1,20}$/.test(theme)) document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the default theme stands.
}
