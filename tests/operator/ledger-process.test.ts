import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { findPostmaster } from '@stepledger/services/embedded-postgres/postmaster.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { runBuiltLedger } from '../system/ledger-process.ts'
import { type Server, startServer } from '../system/server.ts'

const program = new URL('../../dist/ledger.js', import.meta.url).pathname

/** The built command, with and without a running server. */
describe('the ledger command as a process', () => {
  let dataDir: string
  let server: Server | null
  let ann: Player

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-operator-'))
    server = await startServer(dataDir)
    ann = await newPlayer(server.url, 'ann')
    for (const seed of [1, 2]) await submit(server.url, ann, playBody({ seed, rows: 50 }))
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const ledger = (...args: string[]) => runBuiltLedger(dataDir, args)
  const serverUrl = () => {
    if (!server) throw new Error('the server was stopped')
    return server.url
  }
  async function stopServer() {
    expect(await server?.stop()).toMatchObject({ code: 0 })
    server = null
  }

  it('prints help and its exit codes', async () => {
    const { code, out, err } = await ledger('--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Exit codes:')
    expect(await ledger('verify', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--json'),
    })
  })

  it('exits with 2 on wrong usage', async () => {
    expect(await ledger('bogus')).toMatchObject({ code: 2, err: expect.stringContaining("'bogus'") })
    const here = (...args: string[]) => runLedger(dataDir, args)
    expect(await here()).toMatchObject({ code: 2, out: '' })
    expect(await here('withdraw', 'one', '--reason', 'a test')).toMatchObject({ code: 2, out: '' })
    expect(await runLedger(dataDir, ['status'], { PORT: 'x' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('PORT: '),
    })
  })

  it('exits with 3, and creates nothing, without a ledger or database', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'stepledger-unused-'))
    const unused = await runBuiltLedger(empty, ['status'])
    expect(unused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('There is no ledger in') })
    expect(await readdir(empty)).toEqual([])
    const inside = join(empty, 'not', 'there')
    expect(await runLedger(inside, ['verify'])).toMatchObject({ code: 3 })
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })

    const away = await runLedger(empty, ['status'], { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' })
    expect(away).toMatchObject({ code: 3, err: expect.stringContaining('127.0.0.1:1/x cannot be reached') })
    expect(away.err).not.toContain('secret')
  })

  it('works beside a server, which shows the effect at once', async () => {
    const status = await ledger('status', '--json')
    expect(status).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(status.out)).toMatchObject({
      server: { url: serverUrl(), pid: server?.pid },
      generation: { plays: 2, players: 1 },
    })
    expect(await ledger('verify')).toMatchObject({ code: 0, err: '' })

    expect(await call(`${serverUrl()}/api/play/1`)).toMatchObject({ status: 200 })
    const { code, out } = await ledger('withdraw', '1', '--yes', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ done: { plays: 1 } })
    expect(await call(`${serverUrl()}/api/play/1`)).toMatchObject({ status: 404 })
  })

  itLong('dumps beside the server; a server on the loaded folder shows the same', async () => {
    const [dump, copy] = [join(dataDir, 'dump'), await mkdtemp(join(tmpdir(), 'stepledger-loaded-'))]
    expect(await ledger('dump', dump)).toMatchObject({ code: 0, err: '' })
    expect(await ledger('dump', '--check', dump)).toMatchObject({ code: 0 })
    expect(await runLedger(copy, ['load', dump])).toMatchObject({ code: 0 })
    const loaded = await startServer(copy)
    try {
      const profile = async (url: string) => (await call(`${url}/api/user/${ann.id}`)).body
      const original = await profile(serverUrl())
      await vi.waitUntil(async () => isDeepStrictEqual(await profile(loaded.url), original), {
        timeout: 60_000,
      })
      expect(await runLedger(copy, ['verify'])).toMatchObject({ code: 0 })
      const { findings } = JSON.parse((await runLedger(copy, ['doctor', '--json'])).out)
      expect(findings.map(({ subject }: { subject: string }) => subject)).not.toContain('backup')
      // With the API key from before
      const { playId } = await submit(loaded.url, ann, playBody({ seed: 9, rows: 20 }))
      expect(playId).toBeGreaterThan(100_000)
    } finally {
      await loaded.stop()
      await rm(copy, { recursive: true, force: true })
    }
    expect(await ledger('load', dump)).toMatchObject({
      code: 3,
      err: expect.stringContaining('in use'),
    })
  })

  it('exits quietly when its output is closed', async () => {
    const { out, code } = await shell(
      `"${process.execPath}" "${program}" events | head -n 1; echo "\${PIPESTATUS[0]}"`,
    )
    expect(code).toBe(0)
    expect(out.trim().split('\n')).toEqual([expect.stringContaining('PlaySubmitted'), '0'])
    const help = await shell(`"${process.execPath}" "${program}" --help | true; echo "\${PIPESTATUS[0]}"`)
    expect(help.out).toBe('0\n')
  })

  it('works without a server, and stops the Postgres that it started', async () => {
    await stopServer()
    const status = await ledger('status', '--json')
    expect(status).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(status.out)).toMatchObject({
      server: null,
      generation: { plays: 1 },
      total: { lag: 0 },
    })

    expect(await ledger('withdraw', '2', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Plays +1$/m),
    })
    expect(await ledger('withdraw', '2', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('withdrawn already'),
    })
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  it('locks the data folder, and names the process that holds the lock', async () => {
    const both = await Promise.all([ledger('verify'), ledger('verify')])

    const [first, second] = both.sort((a, b) => (a.code ?? 0) - (b.code ?? 0))
    expect(first).toMatchObject({ code: 0 })
    // On a slow machine the two may run one after the other.
    if (second?.code !== 0)
      expect(second).toMatchObject({
        code: 3,
        err: expect.stringMatching(/is in use by a ledger command.* \(process \d+/),
      })
  })

  itLong('interrupted or killed, leaves only what the next run cleans up', async () => {
    for (const signal of ['SIGINT', 'SIGKILL'] as const)
      expect(await interrupted(signal)).toBe(signal === 'SIGINT' ? 130 : null)
    expect(await ledger('verify')).toMatchObject({ code: 0 })
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  async function shell(script: string) {
    const child = spawn('bash', ['-c', script], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString()
    })
    await once(child, 'close')
    return { out, code: child.exitCode }
  }

  /**
   * The exit code of a `verify` that received the signal before it completed; on a busy machine this takes several
   * attempts.
   */
  async function interrupted(signal: 'SIGINT' | 'SIGKILL') {
    for (;;) {
      const child = spawn(process.execPath, [program, 'verify'], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await Promise.race([waitForPostgres(), ended])
      child.kill(signal)
      await ended
      if (child.exitCode !== 0) return child.exitCode
    }
  }

  async function waitForPostgres() {
    await vi.waitUntil(async () => (await findPostmaster(join(dataDir, 'postgres'))) !== null, {
      timeout: 60_000,
      interval: 5,
    })
  }
})
