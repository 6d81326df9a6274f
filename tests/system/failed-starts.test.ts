import { access, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { portOf } from '../../scripts/services/own-port.ts'
import { spawnServer } from './server.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts with these settings; returns the output of the start that fails. */
async function failed(dataDir: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await spawnServer(dataDir, env).ended
  expect(code).toBe(1)
  return output
}

it('a taken port is found before a database is created', async () => {
  const dataDir = join(await emptyFolder(), 'data')
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())

  const port = portOf(other)
  expect(await failed(dataDir, { PORT: String(port) })).toBe(
    `PORT: another program listens on 127.0.0.1:${port}, perhaps another Stepledger. Stop it, or set another PORT.\n`,
  )
  await expect(access(dataDir)).rejects.toThrow('ENOENT')
})

it('an invalid or a misspelt setting is named in one line', async () => {
  const dataDir = await emptyFolder()
  expect(await failed(dataDir, { PUBLIC_URL: 'foo' })).toBe(
    'PUBLIC_URL: must be an http or https address, such as https://scores.example\n',
  )
  expect(await failed(dataDir, { DATABSE_URL: 'postgres://a@b/c' })).toBe(
    'DATABSE_URL: no such setting. Did you mean DATABASE_URL?\n',
  )
})
