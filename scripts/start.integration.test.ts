import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '@stepledger/services/platform/child-process/process-alive.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from './root.mjs'

/** `npm start` in a project whose npm hangs. */
describe('npm start, stopped during the installation', () => {
  let project: string

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'stepledger-start-'))
    await cp(join(root, 'scripts'), join(project, 'scripts'), { recursive: true })
    await writeFile(join(project, 'package.json'), '{ "type": "module" }')
    await writeFile(join(project, 'package-lock.json'), '{}')
    await writeFile(join(project, 'npm'), `#!/bin/sh\necho $$ > '${project}/npm.pid'\nexec sleep 600\n`)
    await chmod(join(project, 'npm'), 0o755)
  })
  afterEach(() => rm(project, { recursive: true, force: true }))

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s, exits with 0, and so does npm', async (signal) => {
    const child = spawn(process.execPath, [join(project, 'scripts/start.mjs')], {
      env: { PATH: `${project}:${process.env.PATH}` },
      stdio: 'ignore',
    })
    const npm = await vi.waitFor(async () => {
      const pid = Number(await readFile(join(project, 'npm.pid'), 'utf8'))
      expect(pid).toBeGreaterThan(0)
      return pid
    }, soon)
    const ended = once(child, 'exit')
    child.kill(signal)

    // Long before npm would.
    expect(await ended).toEqual([0, null])
    await vi.waitUntil(() => !isProcessAlive(npm), soon)
  })
})

const soon = { timeout: 30_000, interval: 5 }
