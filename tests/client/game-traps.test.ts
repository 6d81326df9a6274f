import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../../scripts/services/own-port.ts'
import { recordedStage, recording, recordings } from './game/recordings.ts'
import { type Game, startGame } from './game/run-game.ts'

/** The stubs of the game behave like the real one, where that was measured: the other tests rely on it. */
let folder: string
let game: Game
let server: Server
let url: string
const sockets = new Set<Socket>()
const received: string[] = []

/** Bytes of a response by path; undefined: none, null: the connection is closed. */
const answers: Readonly<Record<string, string | null | undefined>> = {
  '/fine': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  '/nothing': 'HTTP/1.1 204 No Content\r\n\r\n',
  '/error': 'HTTP/1.1 503 Busy\r\nretry-AFTER: 7\r\nContent-Length: 0\r\n\r\n',
  '/chunked': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  '/slow': undefined,
  '/closes': null,
  '/cut': 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhalf of',
  '/unframed': 'HTTP/1.1 200 OK\r\n\r\nhow long is this',
  '/capitals': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  '/old': 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok',
  '/same': 'HTTP/1.1 304 Not Modified\r\n\r\n',
  '/lost': 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
  '/relative': 'HTTP/1.1 302 Found\r\nLocation: /fine\r\nContent-Length: 0\r\n\r\n',
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-traps-'))
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (data) => {
      received.push(data.toString())
      const path = data.toString().split(' ')[1] ?? ''
      const moved = `HTTP/1.1 307 Moved\r\nLocation: ${url}/fine\r\nContent-Length: 0\r\n\r\n`
      const answer = path === '/moved' ? moved : answers[path]
      if (answer === null) socket.destroy()
      else if (path === '/unframed') socket.end(answer ?? '')
      else if (answer !== undefined) socket.write(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${portOf(server)}`
  game = await startGame({ folder, modules: [] })
})
afterAll(async () => {
  game.kill()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => {
  received.length = 0
})

/** Sends a request. Returns status, error and body as the script gets them. */
async function send(address: string, options = ''): Promise<string> {
  // Real seconds per second of the timeout: short where no response comes, long for all others.
  game.setTimeoutScale(address.endsWith('/slow') ? 0.05 : address.endsWith('/cut') ? 0.4 : 10)
  game.evaluate(`result = nil
    NETWORK:HttpRequest({ url = "${address}", transferTimeout = 4, connectTimeout = 4, ${options}
      onResponse = function(res) result = tostring(res.statusCode) .. " " .. tostring(res.error) .. " " .. tostring(res.body) end })`)
  await game.waitFor(`a response of ${address}`, () => game.evaluate('return result') !== null)
  return String(game.evaluate('return result')).replace('HttpErrorCode_', '')
}

describe('the network of the game', () => {
  it.each([
    ['/fine', '200 nil ok'],
    ['/nothing', '204 nil '],
    ['/error', '503 nil '],
    ['/chunked', '200 nil ok'],
    ['/slow', '0 CannotReadStatusLine '],
    ['/closes', '0 CannotReadStatusLine '],
    ['/cut', '200 ChunkReadError '],
    ['/unframed', '200 CannotReadBody '],
    ['/capitals', '200 CannotReadBody '],
    ['/old', '0 MissingStatus '],
    ['/same', '304 MissingLocation '],
    ['/lost', '302 MissingLocation '],
    ['/relative', '0 UrlMalformed '],
    ['/moved', '200 nil ok'],
  ])('answers a request for %s with %s', async (path, result) => {
    expect(await send(`${url}${path}`, 'headers = { Authorization = "Bearer sl_key" },')).toBe(result)
    // Each request has a connection of its own and the key, also after a redirect.
    for (const request of received) expect(request).toMatch(/^Authorization: Bearer sl_key\r$/m)
    for (const request of received) expect(request).toContain(`Origin: ${url}\r\n`)
    expect(received).toHaveLength(path === '/moved' ? 2 : 1)
  })

  it('reports a blocked host at once and without a status, a refused connection with status 0', async () => {
    game.evaluate(`NETWORK:HttpRequest({ url = "http://elsewhere.example/", onResponse = function(res)
      at_once = tostring(res.statusCode) .. " " .. res.error end })`)
    expect(game.evaluate('return at_once')).toBe('nil HttpErrorCode_Blocked')
    expect(await send('http://127.0.0.1:9/')).toBe('0 CannotConnect ')
  })

  it('sends one request at a time, and drops queued ones when the game ends', async () => {
    const other = await startGame({ folder, modules: [], timeoutScale: 0.05 })
    other.evaluate(`order = {}
      for _, path in ipairs({ "/slow", "/fine", "/nothing" }) do
        NETWORK:HttpRequest({ url = "${url}" .. path, transferTimeout = 4, onResponse = function() order[#order + 1] = path end })
      end`)
    await other.waitFor('the first request', () => received.length === 1)
    other.setTimeoutScale(10)
    other.draw(3)
    expect(received).toHaveLength(1)
    await other.waitFor('all responses', () => Number(other.evaluate('return #order')) === 3)
    expect(other.evaluate('return table.concat(order, " ")')).toBe('/slow /fine /nothing')

    other.evaluate(
      `for _ = 1, 2 do NETWORK:HttpRequest({ url = "${url}/slow", onResponse = function() end }) end`,
    )
    await other.waitFor('one more request', () => received.length === 4)
    other.quit()
    expect(received).toHaveLength(4)
  })

  it('keeps the spelling of headers, and matches hosts literally', async () => {
    game.evaluate(
      `NETWORK:HttpRequest({ url = "${url}/error", onResponse = function(res) spelled = res.headers["retry-AFTER"] end })`,
    )
    await game.waitFor('the answer', () => game.evaluate('return spelled') !== null)
    expect(game.evaluate('return spelled')).toBe('7')
    const allowed = (list: string, host: string) =>
      game.evaluate(
        `world.preferences.HttpAllowHosts = "${list}" return NETWORK:IsUrlAllowed("https://${host}:8443/x")`,
      )
    expect(allowed('*.x.example,y.example', 'a.X.example')).toBe(true)
    expect(allowed('*.x.example,y.example', 'x.example')).toBe(false)
    expect(allowed('*.x.example, y.example', 'y.example')).toBe(false)
  })
})

describe('the life record of the game', () => {
  it.each(recordings)('is keyed by seconds since the first step: %s', async (name) => {
    const recorded = await recording(name)
    const stage = recordedStage(recorded, '')
    game.playSong(stage)
    const lifeRecord = `STATSMAN:GetCurStageStats():GetPlayerStageStats("PlayerNumber_P1"):GetLifeRecord(${recorded.asked}, 100)`
    const samples = String(game.evaluate(`return table.concat(${lifeRecord}, " ")`)).split(' ')
    // The engine puts two changes of one frame 4 ms apart: a sample between them may differ.
    const different = recorded.samples.filter((sample, i) => Math.abs(sample - Number(samples[i])) > 2e-4)
    expect(different.length).toBeLessThanOrEqual(1)
  })
})

describe('the Lua of the game', () => {
  it('has no os, io, package and require', () => {
    expect(
      game.evaluate('return tostring(os) .. tostring(io) .. tostring(package) .. tostring(require)'),
    ).toBe('nilnilnilnil')
  })

  it('encodes JSON in its own way, and throws on invalid JSON', () => {
    const encoded = (value: string) => game.evaluate(`return JsonEncode(${value}, true)`)
    expect(encoded('{ 0/0, 1/0, 2^40, {}, 0.1 }')).toBe(
      '[null,1e+9999,1099511627776.0,[],0.10000000000000001]',
    )
    expect(encoded('"曲\\255🎵"')).toBe('"\\u66f2\\ufffd\\ud83c\\udfb5"')
    expect(game.evaluate('return JsonEncode({ a = 1 })')).toBe('{\n\t"a" : 1\n}')
    expect(game.evaluate('return pcall(JsonEncode, { print })')).toBe(false)
    expect(game.evaluate('return pcall(JsonDecode, "{")')).toBe(false)
    expect(game.evaluate('return JsonDecode("{\\"a\\":null}").a')).toBe(null)
  })

  it('loses keys when it reads ini files', async () => {
    await mkdir(join(folder, 'Save'), { recursive: true })
    const read = async (text: string, key: string) => {
      await writeFile(join(folder, 'Save/trap.ini'), text)
      return game.evaluate(
        `local section = IniFile.ReadFile("/Save/trap.ini").S return section and tostring(section["${key}"])`,
      )
    }
    expect(await read('[S]\r\na= 1e5x \r\n', 'a')).toBe(' 1e5x ')
    expect(await read('[S]\na=0x10\n', 'a')).toBe('16')
    expect(await read('[S]\na=key=\n', 'a')).toBe('nil')
    expect(await read('\uFEFF[S]\na=1\n', 'a')).toBe(null)
  })

  it('writes files atomically, creates folders, reads up to a NUL and protects its preferences', async () => {
    await mkdir(join(folder, 'Save'), { recursive: true })
    await writeFile(join(folder, 'Save/nul.txt'), 'before\0after')
    expect(
      game.evaluate(
        `local file = RageFileUtil.CreateRageFile() file:Open("/Save/nul.txt", 1) return file:Read()`,
      ),
    ).toBe('before')
    expect(
      game.evaluate(
        `local file = RageFileUtil.CreateRageFile() return file:Open("/Save/Preferences.ini", 2) and "open" or "protected"`,
      ),
    ).toBe('protected')
    expect(
      game.evaluate(`local file, path = RageFileUtil.CreateRageFile(), "/Save/new/folder/file.txt"
        file:Open(path, 10) file:Write("half") local before = FILEMAN:DoesFileExist(path) file:Close()
        return tostring(before) .. " " .. tostring(FILEMAN:DoesFileExist(path)) .. " " .. tostring(FILEMAN.Remove)`),
    ).toBe('false true nil')
    expect(game.evaluate('return PROFILEMAN:GetProfileDir("ProfileSlot_Player1")')).toBe('')
  })
})
