import type { Locator, Page } from 'playwright-core'

/** A page, and a function that clicks and counts. Typing is not a click. */
interface Clicking {
  readonly page: Page
  click(what: Locator): Promise<void>
}

type Way = (clicking: Clicking) => Promise<unknown>

const forYou = (page: Page) => page.getByRole('region', { name: 'For You' })

async function search({ page, click }: Clicking, text: string) {
  await click(page.getByRole('button', { name: 'Search' }))
  await page.getByRole('combobox', { name: 'Search' }).fill(text)
  await click(page.getByRole('option', { name: text }).first())
}

const lastPlay: Way = async ({ page, click }) => {
  await click(forYou(page).locator('a[href^="/play/"]').first())
  await page.waitForURL('**/play/*')
}

/** The way from home to each of the usual tasks, for a player with the rival rico who leads on the chart Song 1. */
const waysFromHome: Readonly<Record<string, Way>> = {
  'last play': lastPlay,
  'who beats me on a chart': async (clicking) => {
    await search(clicking, 'Song 1')
    await clicking.page.getByText('to pass').first().waitFor()
  },
  'who beats me overall': async ({ page, click }) => {
    await click(forYou(page).getByRole('link', { name: 'All rivals' }))
    await page.getByRole('img', { name: /^You lead on/ }).waitFor()
  },
  'find a chart': async (clicking) => {
    await search(clicking, 'Song 2')
    await clicking.page.waitForURL('**/chart/*')
  },
  'find a player': async (clicking) => {
    await search(clicking, 'rico')
    await clicking.page.waitForURL('**/user/*')
  },
  "a rival's page": async ({ page, click }) => {
    await click(forYou(page).locator('a[href^="/user/"]').getByText('rico').first())
    await page.waitForURL('**/user/*')
  },
  compare: async ({ page, click }) => {
    await click(forYou(page).getByRole('link', { name: 'All rivals' }))
    await click(page.locator('a[href^="/rivals/"]').getByText('rico'))
    await page.getByRole('heading', { name: 'You and rico' }).waitFor()
  },
  'my progress': async ({ page, click }) => {
    await click(forYou(page).getByRole('link', { name: 'My profile' }))
    await page.getByRole('radio', { name: 'Best' }).waitFor({ state: 'attached' })
  },
  share: async (clicking) => {
    await lastPlay(clicking)
    await clicking.click(clicking.page.getByRole('button', { name: 'Share' }))
  },
  upload: async ({ page, click }) => {
    await click(page.getByRole('button', { name: 'Admin' }))
    await click(page.getByRole('link', { name: 'Pack Uploader' }))
    await page.getByRole('heading', { level: 1, name: 'Pack Uploader' }).waitFor()
  },
  'set up': async ({ page, click }) => {
    await click(page.getByRole('contentinfo').getByRole('link', { name: 'Help' }))
    await click(page.getByRole('link', { name: 'Setup' }).first())
    await page.waitForURL('**/help#setup')
  },
  'charts by a stepartist': async ({ page, click }) => {
    await click(page.getByRole('button', { name: 'Browse' }))
    await click(page.getByRole('link', { name: 'Charts', exact: true }))
    await click(page.locator('a[href*="stepartist="]').first())
    await page.getByRole('button', { name: /^Remove filter Stepartist/ }).waitFor()
  },
  'revoke an API key': async ({ page, click }) => {
    await click(page.getByRole('button', { name: 'mika' }))
    await click(page.getByRole('link', { name: 'API Keys' }))
    await click(page.getByRole('button', { name: /^Delete/ }))
    await page.getByRole('dialog').waitFor()
  },
  'my data': async ({ page, click }) => {
    await click(page.getByRole('button', { name: 'mika' }))
    await click(page.getByRole('link', { name: 'Your Data' }))
    await page
      .getByRole('button', { name: /Download/ })
      .first()
      .waitFor()
  },
  'add a rival': async (clicking) => {
    await search(clicking, 'ada')
    await clicking.click(clicking.page.getByRole('button', { name: /^Add/ }))
    await clicking.page.getByRole('button', { name: /^Remove/ }).waitFor()
  },
}

/** Returns the number of clicks of each way. */
export async function clicksFromHome(page: Page, home: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [task, way] of Object.entries(waysFromHome)) {
    await page.goto(home)
    let clicks = 0
    await way({
      page,
      async click(what) {
        clicks++
        await what.click()
      },
    })
    counts[task] = clicks
  }
  return counts
}
