// Scripts that run in a page. They are text: what they call is there only in a browser.

/** What a list of plays begins with, on ours as on the bare page. */
export const firstRow = 'tbody tr a[href^="/play/"]'

/** The dots of a play's timing chart: drawn before the frame in which they appear is shown. */
export const timingDots = 'main canvas'

/**
 * Before anything else runs: notes in `window.noted` when the first such element is on the screen, ms, and what moved
 * by itself.
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

/** Gives the tables of the page as HTML, of their words and links alone. */
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
