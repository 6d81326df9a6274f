// Scripts that run in the page, as text because they use browser globals.

/** The first row of a list of plays, on our page and on the bare one. */
export const firstRow = 'tbody tr a[href^="/play/"]'

/** The canvas of a play's timing chart: it is drawn before the frame in which it appears. */
export const timingDots = 'main canvas'

/**
 * Installed before any script of the page: stores in `window.noted` when the first such element is painted, ms, and the
 * layout shift.
 */
export const noteFirst = (selector: string) => `
window.noted = { shown: 0, moved: 0 }
const look = () => {
  if (document.querySelector('${selector}') === null) return requestAnimationFrame(look)
  requestAnimationFrame(() => { window.noted.shown = performance.now() })
}
look()
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.noted.moved += entry.value
}).observe({ type: 'layout-shift', buffered: true })
`

/** The tables of the page as HTML, with only their words and links. */
export const bareTables = `
(() => {
  const cell = (td) => {
    const link = td.querySelector('a')
    const words = td.textContent
    return '<td>' + (link ? '<a href="' + link.getAttribute('href') + '">' + words + '</a>' : words) + '</td>'
  }
  const row = (tr) => '<tr>' + [...tr.children].map(cell).join('') + '</tr>'
  const table = (body) => '<table><tbody>' + [...body.rows].map(row).join('') + '</tbody></table>'
  return [...document.querySelectorAll('tbody')].map(table).join('')
})()
`
