import type { Page } from 'playwright-core'

/** Chromium logs every refused request; the page shows its own message for those. */
const refusedCall = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Reports every error of a page: uncaught exceptions and console errors. */
export function reportErrors(page: Page, report: (text: string) => void): void {
  page.on('pageerror', (error) => report(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || refusedCall.test(message.text())) return
    report(`${page.url()}: ${message.text()}`)
  })
}
