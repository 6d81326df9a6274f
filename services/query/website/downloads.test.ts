import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checksums,
  downloadFolder,
  moduleZip,
  newestClient,
} from '@stepledger/contracts/game-client/client.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testApp } from '../../platform/http/test-app.ts'
import { serveDownloads } from './downloads.ts'

const zip = Buffer.from('PK a zip')
const sums = `${createHash('sha256').update(zip).digest('hex')}  stepledger-module-${newestClient}.zip\n`

async function prepare() {
  const dir = await mkdtemp(join(tmpdir(), 'stepledger-downloads-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'stepledger-module.zip'), zip)
  await writeFile(join(dir, 'SHA256SUMS'), sums)
  const app = testApp()
  await serveDownloads(app, dir)
  return (url: string) => app.inject({ url })
}

describe('the downloads for the game', () => {
  it('are saved under a name with their version, and have checksums', async () => {
    const get = await prepare()
    const module = await get(moduleZip)
    expect([module.statusCode, module.rawPayload]).toEqual([200, zip])
    expect(module.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="stepledger-module-${newestClient}.zip"`,
      'cache-control': 'no-cache',
    })
    const listed = await get(checksums)
    expect([listed.body, listed.headers['content-type']]).toEqual([sums, 'text/plain; charset=utf-8'])
  })

  it('are the only files served', async () => {
    const get = await prepare()
    for (const path of ['none.zip', '../main.js', '%2e%2e/main.js', ''])
      expect([path, (await get(`${downloadFolder}/${path}`)).statusCode]).toEqual([path, 404])
  })
})
