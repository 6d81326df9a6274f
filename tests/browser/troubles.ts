import type { Page } from 'playwright-core'

/** Chromium logs every refused request; the page shows its own message for those. */
const refusedCall = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Reports every error of a page: uncaught exceptions and console errors. */
export function troublesOf(page: Page, tell: (text: string) => void): void {
  page.on('pageerror', (error) => tell(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || refusedCall.test(message.text())) return
    tell(`${page.url()}: ${message.text()}`)
  })
}
