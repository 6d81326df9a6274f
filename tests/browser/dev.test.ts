import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPort } from '../../scripts/services/own-port.ts'
import { type BrowsedSite, browseSite, noBrowser } from './site.ts'

const root = new URL('../..', import.meta.url).pathname
const copied = [
  ...['contracts', 'projections', 'services', 'web', 'scripts', 'dist'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
]

/** Runs `npm run dev` of the copy. Collects its output until the process ends. */
function startDev(copy: string, port: number): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(copy, 'scripts/dev.mjs')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: join(copy, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text.toString()
    })
  return { child, output: () => output }
}

describe.skipIf(noBrowser)('npm run dev', () => {
  let copy: string

  beforeAll(async () => {
    // A copy, so that the edit does not change the sources that other tests build from.
    copy = await mkdtemp(join(tmpdir(), 'stepledger-dev-'))
    for (const name of copied)
      await cp(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  it('given an open page, when its source is edited, then the page shows the edit', async () => {
    const { child, output } = startDev(copy, await ownPort())
    let site: BrowsedSite | undefined
    try {
      await expect.poll(output, { timeout: 90_000 }).toMatch(/Stepledger is at/)
      const [, address = ''] = /The web app is at (\S+)/.exec(output()) ?? []
      site = await browseSite(address)
      const page = await site.visit('/charts')
      await page.getByText('No charts available').waitFor()

      const source = join(copy, 'web/features/charts/charts-page.tsx')
      const text = await readFile(source, 'utf8')
      await writeFile(source, text.replace('No charts available', 'An edited text'))
      await page.getByText('An edited text').waitFor()
      expect(site.takeErrors()).toEqual([])
    } finally {
      await site?.close()
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    }
    expect(child.exitCode).toBe(0)
  })

  it('given a port in use, when it starts, then it exits with one line that says so', async () => {
    const port = await ownPort()
    const other = createServer()
    await once(other.listen(port, '127.0.0.1'), 'listening')
    try {
      const { child, output } = startDev(copy, port)
      await once(child, 'exit')
      expect(child.exitCode).toBe(1)
      expect(output()).toBe(`Port ${port} is in use. Set PORT to another one.\n`)
    } finally {
      other.close()
    }
  })
})
