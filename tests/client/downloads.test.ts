import { createHash } from 'node:crypto'
import {
  checksums,
  downloadFolder,
  moduleZip,
  newestClient,
  themeZip,
} from '@stepledger/contracts/game-client/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GameServer, startGameServer } from '../game-reads/game-server.ts'

let server: GameServer
beforeAll(async () => {
  server = await startGameServer({ files: true })
})
afterAll(() => server.stop())

describe('the downloads for the game', () => {
  it('are the zips that the checksums beside them name, saved with their version', async () => {
    const sums = await (await fetch(server.url + checksums)).text()
    for (const path of [moduleZip, themeZip]) {
      const answer = await fetch(server.url + path)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(sums).toContain(
        `${createHash('sha256').update(bytes).digest('hex')}  ${path.slice(downloadFolder.length + 1)}\n`,
      )
      expect(answer.headers.get('content-type')).toBe('application/zip')
      expect(answer.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="stepledger-\\w+-${newestClient.replaceAll('.', '\\.')}\\.zip"$`),
      )
    }
  })

  it('are there for everybody, and nothing else is', async () => {
    expect((await fetch(`${server.url}${downloadFolder}/../main.js`)).status).toBe(404)
    expect((await fetch(`${server.url}${downloadFolder}/none.zip`)).status).toBe(404)
  })
})
