import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newPlayer } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { startServer } from '../system/server.ts'

/** Files below a folder that contain the text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)))
  return files.filter((_, i) => found[i])
}

it('erasing by an operator without a running server leaves the mail address in no file', async () => {
  // Given a player and a stopped server
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-erased-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startServer(dataDir)
  await newPlayer(server.url, 'unmistakable4711')
  await newPlayer(server.url, 'somebody_else')
  await server.stop()
  const address = 'unmistakable4711@example.com'
  expect(await filesWith(dataDir, address)).not.toEqual([])
  // When an operator erases the player
  expect(await runLedger(dataDir, ['erase', 'unmistakable4711', '--yes'])).toMatchObject({ code: 0 })
  // Then no file contains the address; those of other players remain
  expect(await filesWith(dataDir, address)).toEqual([])
  expect(await filesWith(dataDir, 'somebody_else@example.com')).not.toEqual([])
})
