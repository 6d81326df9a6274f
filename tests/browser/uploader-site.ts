import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listPacks } from '@stepledger/contracts/http/packs.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import type { Page } from 'playwright-core'
import { madeSimfile } from '../generators/pack.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { openSite, type Site } from './site.ts'

export const song = (title: string) =>
  madeSimfile({ title, charts: [{ difficulty: 'Hard', meter: 9, rows: 8 }] })
export const MB = 1024 ** 2

/** A site with Uma, who may upload packs, and Ned, who may not. */
export interface UploaderSite {
  readonly site: Site
  readonly uma: Player
  readonly ned: Player
  /** Opens the uploader, as Uma by default. */
  open(player?: Player): Promise<Page>
  /** Writes a folder with these files to the disk; returns its path. */
  folder(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<string>
  /** Name and number of songs of the packs that a search finds. */
  listed(name: string): Promise<(string | number)[][]>
  close(): Promise<void>
}

export async function openUploaderSite(): Promise<UploaderSite> {
  const site = await openSite()
  const uma = await newPlayer(site.url, 'uma')
  const ned = await newPlayer(site.url, 'ned')
  await grantPermission(site.database, 'uma', 'packs.upload')
  const folders = await mkdtemp(join(tmpdir(), 'stepledger-packs-'))
  return {
    site,
    uma,
    ned,
    open: (player = uma) => site.visit('/pack-uploader', { token: player.token }),
    async folder(name, files) {
      for (const [path, bytes] of Object.entries(files)) {
        const file = join(folders, name, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, bytes)
      }
      return join(folders, name)
    },
    async listed(name) {
      const { body } = await call(`${site.url}/api/packs?search=${encodeURIComponent(name)}`)
      return listPacks.answer.parse(body).data.map((pack) => [pack.name, pack.simfileCount])
    },
    async close() {
      await site.close()
      await rm(folders, { recursive: true, force: true })
    },
  }
}

export const choose = (page: Page, path: string) => page.getByLabel('Pack folder').setInputFiles(path)
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const title = (page: Page) => page.locator('#uploader').textContent()
