/**
 * The script of the page: the search, the theme and font of the site, and addresses that open their section in browsers
 * that don't do so by themselves.
 */
export const docsScript = `
'use strict'
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'arrow-blue'
} catch {
  // Storage may be blocked; the colours then follow the system.
}

const search = document.querySelector('search')
const input = search.querySelector('input')
const status = search.querySelector('[role=status]')
const sections = [...document.querySelectorAll('main > section')].map((element) => ({
  element,
  entries: [...element.querySelectorAll('details')].map((entry) => ({ entry, text: entry.textContent.toLowerCase() })),
}))
const show = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  let found = 0
  for (const { element, entries } of sections) {
    let left = 0
    for (const { entry, text } of entries) {
      entry.hidden = !words.every((word) => text.includes(word))
      if (!entry.hidden) left += 1
    }
    element.hidden = words.length > 0 && left === 0
    found += left
  }
  status.textContent = words.length === 0 ? '' : found === 0 ? 'Nothing found' : found + ' found'
}
input.addEventListener('input', show)
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return
  event.preventDefault()
  input.focus()
})
search.hidden = false
// The browser keeps the text when it goes back to this page.
show()

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  const entry = target?.closest('details')
  if (!entry) return
  if (entry.hidden) {
    input.value = ''
    show()
  }
  entry.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()

// The name of the font's file has a hash, which is in the site's own page.
const useFont = async () => {
  const html = await (await fetch('/', { headers: { accept: 'text/html' } })).text()
  const font = new DOMParser().parseFromString(html, 'text/html').querySelector('meta[name=font]')
  if (!font) return
  const axes = { weight: '400 850', stretch: '62% 125%' }
  document.fonts.add(await new FontFace('Archivo Variable', 'url(' + font.getAttribute('content') + ')', axes).load())
}
useFont().catch(() => {})
`
