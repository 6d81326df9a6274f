import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { checksums, moduleZip, newestClient, themeZip } from '@stepledger/contracts/game-client/client.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { testApp } from '../../platform/http/test-app.ts'
import { serveDownloads } from './downloads.ts'

/** Serves the downloads of a build with a module and a theme, at https://scores.example. */
async function prepare(build = true) {
  const dir = await mkdtemp(join(tmpdir(), 'stepledger-downloads-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const files = ['module/Stepledger.lua', 'module/Stepledger/en.ini', 'theme/Stepledger/ThemeInfo.ini']
  for (const file of build ? files : []) {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), `content of ${file}`)
  }
  const app = testApp()
  await serveDownloads(app, dir, 'https://scores.example')
  return (url: string) => app.inject({ url })
}

async function filesIn(zip: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const file = await fromBufferPromise(zip)
  for await (const entry of file.eachEntry())
    files[entry.fileName] = await text(await file.openReadStreamPromise(entry))
  return files
}

describe('the downloads for the game', () => {
  it('have what was built, and the address of the server', async () => {
    const get = await prepare()
    const server = '[Stepledger]\nHost=https://scores.example\n'
    expect(await filesIn((await get(moduleZip)).rawPayload)).toEqual({
      'Stepledger.lua': 'content of module/Stepledger.lua',
      'Stepledger/en.ini': 'content of module/Stepledger/en.ini',
      'Stepledger/server.ini': server,
    })
    expect(await filesIn((await get(themeZip)).rawPayload)).toEqual({
      'Stepledger/ThemeInfo.ini': 'content of theme/Stepledger/ThemeInfo.ini',
      'Stepledger/Modules/Stepledger/server.ini': server,
    })
  })

  it('have the same bytes at each start, are saved under a name with their version, and have checksums', async () => {
    const [get, getAgain] = [await prepare(), await prepare()]
    const listed = await get(checksums)
    expect(listed.headers['content-type']).toBe('text/plain; charset=utf-8')
    const sums: string[] = []
    for (const [path, name] of [
      [moduleZip, `stepledger-module-${newestClient}.zip`],
      [themeZip, `stepledger-theme-${newestClient}.zip`],
    ] as const) {
      const zip = await get(path)
      expect(zip.statusCode).toBe(200)
      expect(zip.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-cache',
      })
      expect((await getAgain(path)).rawPayload).toEqual(zip.rawPayload)
      sums.push(`${createHash('sha256').update(zip.rawPayload).digest('hex')}  ${name}\n`)
    }
    expect(listed.body).toBe(sums.join(''))
  })

  it('are missing without a build', async () => {
    const get = await prepare(false)
    for (const path of [moduleZip, themeZip, checksums, '/downloads/../main.js', '/downloads/'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  })
})
