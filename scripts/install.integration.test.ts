import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureInstalled } from './install.mjs'

const run = promisify(execFile)
let root: string

/** A project whose only package is a local folder, so that npm needs no network. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stepledger-install-'))
  await json('packed/package.json', { name: 'packed', version: '1.0.0' })
  await json('package.json', { name: 'a', version: '1.0.0', dependencies: { packed: 'file:packed' } })
  await run('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: root })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function json(file: string, content: object) {
  await mkdir(join(root, file, '..'), { recursive: true })
  await writeFile(join(root, file), JSON.stringify(content))
}

describe('the installation', () => {
  it('runs when node_modules is missing, and not again afterwards', async () => {
    expect(await ensureInstalled({ root })).toBe(true)
    expect(await readFile(join(root, 'node_modules/packed/package.json'), 'utf8')).toContain('1.0.0')

    expect(await ensureInstalled({ root })).toBe(false)
  })

  it('runs again when the lock file has changed', async () => {
    await ensureInstalled({ root })
    await json('more/package.json', { name: 'more', version: '2.0.0' })
    await run('npm', ['install', '--package-lock-only', '--offline', './more'], { cwd: root })

    expect(await ensureInstalled({ root })).toBe(true)
    expect(await readFile(join(root, 'node_modules/more/package.json'), 'utf8')).toContain('2.0.0')
  })

  it('does not run after a manual npm install', async () => {
    await run('npm', ['ci', '--offline'], { cwd: root })

    expect(await ensureInstalled({ root })).toBe(false)
  })
})
