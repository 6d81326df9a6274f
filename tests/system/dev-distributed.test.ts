import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, vi } from 'vitest'
import { ownPort } from '../../scripts/services/own-port.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, submit } from './client.ts'
import { isDistributedAvailable } from './engines.ts'

const root = new URL('../..', import.meta.url).pathname

describe.skipIf(!(await isDistributedAvailable()))('npm run dev:distributed', () => {
  it('starts every service with its dependencies, keeps them running, and ends all on Ctrl-C', async () => {
    const port = await ownPort()
    const child = spawn(process.execPath, [join(root, 'scripts/dev-distributed.mjs')], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: string[] = []
    const lines = createInterface({ input: child.stdout })
    const waitForLine = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const found = output.find((line) => line.includes(text))
        if (found) resolve(found)
        lines.on('line', (line) => line.includes(text) && resolve(line))
        child.once('exit', () => reject(new Error(`it ended:\n${output.join('\n')}`)))
      })
    lines.on('line', (line) => output.push(line))
    child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
    await waitForLine('All of Stepledger is at')

    const url = `http://localhost:${port}`
    const ada = await newPlayer(url, 'ada')
    const { playId, position } = await submit(url, ada, playBody({ seed: 5, rows: 40 }))
    const shown = await call(`${url}/api/play/${playId}`, { headers: { 'ledger-position': position } })
    expect(shown).toMatchObject({ status: 200, body: { user: { alias: 'ada' } } })
    await expect
      .poll(async () => (await call(`${url}/api/health`)).body)
      .toMatchObject({ status: 'ok', engine: { ledger: 'Kafka', push: 'Redis' } })

    process.kill(await caddyOf(child.pid), 'SIGKILL')
    await waitForLine('Caddy has exited and is restarted')
    await vi.waitUntil(async () => (await fetch(url).catch(() => null))?.ok, {
      timeout: 30_000,
      interval: 100,
    })

    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
    expect(child.exitCode).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  })
})

/** The process id of the Caddy that this process has started. */
async function caddyOf(parent: number | undefined): Promise<number> {
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ')
  for (const pid of children)
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith('caddy')) return Number(pid)
  throw new Error('no Caddy runs')
}
