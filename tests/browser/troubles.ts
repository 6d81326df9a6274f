import type { Page } from 'playwright-core'

/** Chromium notes every refused call in the console; the page has its own words for those. */
const refusedCall = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Tells of everything on a page that is an error: what scripts throw, and what the console is told. */
export function troublesOf(page: Page, tell: (text: string) => void): void {
  page.on('pageerror', (error) => tell(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || refusedCall.test(message.text())) return
    tell(`${page.url()}: ${message.text()}`)
  })
}
