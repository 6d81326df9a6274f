import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { madeSimfile } from '../generators/pack.ts'
import { eventually } from './eventually.ts'
import { panel } from './find.ts'
import type { BrowsedSite } from './site.ts'

/** An uploader chooses a folder with one song and its banner; it becomes a pack that links to the page of the chart. */
export async function uploadFolder(site: BrowsedSite, token: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-folder-'))
  try {
    const song = join(folder, 'Harbour Lights', 'Breakwater')
    await mkdir(song, { recursive: true })
    const banner = sharp({ create: { width: 512, height: 160, channels: 3, background: '#2f6f8f' } })
    await writeFile(join(song, 'banner.png'), await banner.png().toBuffer())
    const charts = [{ difficulty: 'Hard', meter: 9, rows: 8 }]
    await writeFile(join(song, 'breakwater.ssc'), madeSimfile({ title: 'Breakwater', measures: 9, charts }))

    const page = await site.visit('/pack-uploader', { token })
    await page.getByLabel('Pack folder').setInputFiles(join(folder, 'Harbour Lights'))
    await page.getByRole('button', { name: 'Process Pack' }).click()
    await page.getByRole('button', { name: 'Upload Pack' }).click()
    await page.getByText('1 song, 1 chart.').waitFor()
    await page.getByRole('link', { name: 'Open Pack' }).click()

    await page.getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor()
    const row = panel(page, 'Simfiles').locator('tbody tr, li').filter({ hasText: 'Breakwater' })
    const picture = row.locator('img').first()
    await eventually(() =>
      picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0),
    ).toBe(true)
    await row.locator('a[href^="/chart/"]').click()
    await page.getByRole('heading', { level: 1, name: 'Breakwater' }).waitFor()
    const card = page.getByRole('region', { name: 'Breakwater' })
    const steps = card.locator('dl div').filter({ hasText: 'Steps' })
    expect(await steps.locator('dd').textContent()).toBe('72')
    await card.getByRole('link', { name: 'Harbour Lights' }).waitFor()
  } finally {
    await rm(folder, { recursive: true })
  }
}
