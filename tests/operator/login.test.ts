import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorToken } from '@stepledger/contracts/http/operator-tokens.ts'
import { operatorToken } from '@stepledger/services/accounts/authentication/authenticate-token.ts'
import { writeLogin } from '@stepledger/services/operator/login-file.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { portOf } from '../../scripts/services/own-port.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'
import { command } from './command.ts'

const program = new URL('../../dist/ledger.js', import.meta.url).pathname

describe('operators without the data folder', () => {
  let dataDir: string
  /** Of another machine: a home and a working folder without a ledger. */
  let elsewhere: string
  let server: Server
  let olga: Player

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-login-'))
    elsewhere = await mkdtemp(join(tmpdir(), 'stepledger-elsewhere-'))
    server = await startServer(dataDir, { LOG_LEVEL: 'trace' })
    olga = await newPlayer(server.url, 'olga')
    await newPlayer(server.url, 'pete')
    expect(await runLedger(dataDir, ['grant', 'olga', 'ledger.operate'])).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await server.stop()
    for (const folder of [dataDir, elsewhere]) await rm(folder, { recursive: true, force: true })
  })

  const env = () => ({ DATABASE_URL: '', DATA_DIR: elsewhere, XDG_CONFIG_HOME: elsewhere })
  const login = (args: string, typed: string) =>
    command('', ['login', ...args.split(' ')], { answer: typed, env: env() })
  const file = () => join(elsewhere, 'stepledger', 'login.json')
  /** The built command, in a folder without a ledger. */
  async function ledger(...args: string[]) {
    const { DATA_DIR: _, DATABASE_URL: __, ...inherited } = process.env
    const child = spawn(process.execPath, [program, ...args], {
      cwd: elsewhere,
      env: { ...inherited, XDG_CONFIG_HOME: elsewhere },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { out: '', err: '' }
    child.stdout.on('data', (text: Buffer) => (output.out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output.err += text.toString()))
    await once(child, 'close')
    return { code: child.exitCode, ...output }
  }

  it('sign in with email and password, act as their account, and sign out', async () => {
    expect(await ledger('who', 'olga')).toMatchObject({
      code: 3,
      err: expect.stringContaining('ledger login URL'),
    })
    const done = await login(server.url, 'olga@example.com\ncorrect horse')
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out.join()).toMatch(`Signed in to ${server.url} as olga until `)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    // The session that created the token has ended.
    const devices = (await call(`${server.url}/api/sessions`, { token: olga.token })).body
    expect(JSON.stringify(devices).match(/"device":"[^"]*"/g)).toEqual([
      '"device":"Unknown device"',
      '"device":"Command line"',
    ])

    const granted = await ledger('grant', 'pete', 'packs.upload', '--reason', 'asked for it', '--json')
    expect(granted).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(granted.out)).toMatchObject({ done: { changed: true } })
    const audit = await ledger('audit', '--limit', '1', '--json')
    expect(JSON.parse(audit.out)).toMatchObject({
      entries: [{ operator: 'olga', what: 'Permission granted', player: 'pete', reason: 'asked for it' }],
    })
    expect(await ledger('revoke', 'pete', 'packs.upload', '--yes', '--as', 'kim')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--as'),
    })

    const { token } = z.object({ token: z.string() }).parse(JSON.parse(await readFile(file(), 'utf8')))
    expect(await ledger('logout')).toMatchObject({ code: 0, out: `Signed out of ${server.url}.\n` })
    expect((await call(`${server.url}/api/admin/token`, { token })).status).toBe(401)
    expect(await ledger('logout')).toMatchObject({ code: 0, out: 'You are not signed in.\n' })
  })

  it('sign in with a token from the page, until it is ended there', async () => {
    const { body } = await call(`${server.url}/api/operator-token`, { token: olga.token, body: {} })
    const { token } = createOperatorToken.answer.parse(body)
    expect(await login(`${server.url} --token`, token)).toMatchObject({ code: 0 })
    expect(await ledger('who', 'pete')).toMatchObject({ code: 0 })
    expect(await call(`${server.url}/api/sessions`, { method: 'DELETE', token: olga.token })).toMatchObject({
      status: 200,
    })
    expect(await ledger('who', 'pete')).toMatchObject({
      code: 3,
      err: expect.stringContaining(`ledger login ${server.url}`),
    })
    // A data folder or a database that is named comes first.
    const local = await runLedger(dataDir, ['who', 'pete'], { XDG_CONFIG_HOME: elsewhere })
    expect(local).toMatchObject({ code: 0 })
    expect(await ledger('logout')).toMatchObject({ code: 0 })
  })

  it('are refused with a wrong password, without the permission, and without encryption', async () => {
    expect(await login(server.url, 'olga@example.com\nwrong horse')).toMatchObject({
      code: 1,
      err: 'Wrong email or password',
    })
    expect(await login(server.url, 'pete@example.com\ncorrect horse')).toMatchObject({
      code: 1,
      err: 'pete lacks the permission ledger.operate',
    })
    expect(await login(`${server.url} --token`, 'no token')).toMatchObject({
      code: 1,
      err: 'This token is unknown or has ended',
    })
    for (const url of ['http://scores.example', 'scores.example', 'ftp://localhost'])
      expect(await login(url, 'olga@example.com\ncorrect horse')).toMatchObject({
        code: 2,
        err: expect.stringContaining('https'),
      })
    expect(await command('', ['login', server.url], { env: env() })).toMatchObject({ code: 2 })
    await expect(stat(file())).rejects.toThrow('ENOENT')
  })

  it('the secret of the data folder is readable by its owner alone, and in no log line and no answer', async () => {
    const path = join(dataDir, 'operator.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(await readFile(path, 'utf8')))
    const token = operatorToken(secret, { name: 'kim', mayBeAlias: false })
    const answers = await Promise.all([
      ...['admin/state', 'admin/audit', 'admin/token', 'admin/players?query=pete', 'user'].map((address) =>
        call(`${server.url}/api/${address}`, { token }),
      ),
      call(`${server.url}/api/admin/grant`, { token, body: { input: { alias: 'pete' } } }),
      call(`${server.url}/api/admin/nothing`, { token, body: {} }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 403, 422, 404])
    expect(await server.stop()).toMatchObject({ code: 0 })
    const { output } = await server.ended
    for (const text of [output, JSON.stringify(answers)]) expect(text).not.toContain(secret)
    // It is for the running server alone.
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  it('are told when the server is of another release, whose answers cannot be read', async () => {
    const other = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const home = await mkdtemp(join(tmpdir(), 'stepledger-release-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    const signedIn = { ...env(), DATA_DIR: '', XDG_CONFIG_HOME: home }
    await writeLogin(signedIn, {
      url: `http://127.0.0.1:${portOf(other)}`,
      token: 'token',
      alias: 'olga',
      expiresAt: '2030-01-01T00:00:00.000Z',
    })

    expect(await command('', ['parked'], { env: signedIn })).toMatchObject({
      code: 3,
      out: [],
      err: expect.stringMatching(/^The server runs another release than this command/),
    })
  })
})
