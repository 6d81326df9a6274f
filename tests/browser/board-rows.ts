import type { Locator } from 'playwright-core'

/** Rows of a table, or cards on a phone. */
export const rows = (list: Locator) => list.locator('tbody tr, li')
export const scores = async (list: Locator) =>
  (await list.locator('.sc').allTextContents()).map((text) => Number(text.replace('%', '')))
export const ranks = async (list: Locator) => (await list.locator('.rk').allTextContents()).join(' ')
export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `#${from + i}`).join(' ')
