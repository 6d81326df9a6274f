import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from './client.ts'
import { readPrometheusText } from './prometheus-text.ts'
import { type Server, startServer } from './server.ts'

const first = playBody({ seed: 1, rows: 40 })
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A folder that is removed after the test. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-disk-'))
  endings.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Status codes of pages, sign-in and readiness. */
async function reads(server: Server, { id, token, alias }: Player) {
  const own = { token }
  const credentials = { email: `${alias}@example.com`, password: 'correct horse' }
  const asked: [string, Parameters<typeof call>[1]?][] = [
    ['/api/blueshift'],
    [`/api/chart/${first.hash}`],
    [`/api/chart/${first.hash}/leaderboards`],
    [`/api/user/${id}`],
    ['/api/user', own],
    ['/api/login', { body: credentials }],
    ['/health/ready'],
  ]
  const answers = await Promise.all(
    asked.map(async ([path, options]) => [path, (await call(`${server.url}${path}`, options)).status]),
  )
  return new Map(answers.map(([path, status]) => [path, status]))
}
const allWell = (statuses: Map<unknown, unknown>) => [...statuses].filter(([, status]) => status !== 200)

const send = (server: Server, { key }: Player, body: typeof first) =>
  call(`${server.url}/v1/chart/${body.hash}/play`, { token: key, body })

describe('below the minimum of free disk space', () => {
  it('plays, accounts, keys and rivals are refused with 507, and reads work; later the same play is stored', async () => {
    const dataDir = await newFolder()
    const roomy = await startServer(dataDir, { MIN_FREE_DISK: '0' })
    const ann = await newPlayer(roomy.url, 'ann')
    const bob = await newPlayer(roomy.url, 'bob')
    await submit(roomy.url, ann, first)
    await roomy.stop()

    const low = await startServer(dataDir, { MIN_FREE_DISK: '1000TiB' })
    const late = playBody({ seed: 2, rows: 40 })
    const refused = await send(low, ann, late)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([507, '60'])
    expect(refused.body).toEqual({
      error: 'The server is almost out of disk space. Please try again later.',
    })
    const eve = { email: 'eve@example.com', alias: 'eve', password: 'correct horse' }
    const growing = [
      call(`${low.url}/api/register`, { body: eve }),
      call(`${low.url}/api/api-keys`, { token: ann.token, body: {} }),
      call(`${low.url}/api/rivals`, { token: ann.token, body: { rivalUserId: bob.id } }),
    ]
    expect((await Promise.all(growing)).map(({ status }) => status)).toEqual([507, 507, 507])
    expect(allWell(await reads(low, ann))).toEqual([])
    const metrics = readPrometheusText(await fetch(`${low.url}/metrics`).then((answer) => answer.text()))
    expect(metrics.find(({ name }) => name === 'stepledger_disk_low')?.value).toBe(1)
    expect(metrics.find(({ name }) => name === 'stepledger_disk_free_bytes')?.value).toBeGreaterThan(0)
    await low.stop()
    const { output } = await low.ended
    expect(output.match(/nearly full/g)).toHaveLength(1)

    const again = await startServer(dataDir, { MIN_FREE_DISK: '0' })
    expect((await send(again, ann, late)).status).toBe(200)
    await again.stop()
  })
})

/** A file system of 200 MB; null where this process may not mount one. */
function smallDisk(folder: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  endings.push(async () => execFileSync('umount', [folder]))
  return folder
}

/** Writes until at most `left` bytes are free. */
async function fill(disk: string, left: number): Promise<void> {
  const handle = await open(join(disk, 'filler'), 'a')
  const free = async () => {
    const { bavail, bsize } = await statfs(disk)
    return bavail * bsize
  }
  for (let room = await free(); room > left; room = await free())
    await handle.write(Buffer.alloc(Math.min(1024 * 1024, room - left)))
  await handle.close()
}

describe('on a disk that another program has filled completely', () => {
  it('plays are refused with 507 and reads work, until space is freed', async () => {
    const disk = smallDisk(await newFolder())
    // Only root may mount. The minimum of free space, which protects the database, is tested above in any case.
    if (disk === null) return
    const server = await startServer(join(disk, 'data'))
    endings.push(() => server.stop())
    const ann = await newPlayer(server.url, 'ann')
    await submit(server.url, ann, first)

    const long = playBody({ seed: 3, rows: 20_000 })
    await fill(disk, 30_000_000)
    await expect.poll(async () => (await send(server, ann, long)).status).toBe(507)
    await fill(disk, 0)
    for (let i = 0; i < 8; i++) {
      expect((await send(server, ann, long)).status).toBe(507)
      expect(allWell(await reads(server, ann))).toEqual([])
    }

    await rm(join(disk, 'filler'))
    await expect.poll(async () => (await send(server, ann, long)).status).toBe(200)
    expect(allWell(await reads(server, ann))).toEqual([])
  })

  it('a start serves pages and says so, also when the reserve was used before', async () => {
    const disk = smallDisk(await newFolder())
    if (disk === null) return
    const dataDir = join(disk, 'data')
    const reserveForStart = () => stat(join(dataDir, 'reserve-for-start')).catch(() => null)
    const roomy = await startServer(dataDir)
    const ann = await newPlayer(roomy.url, 'ann')
    await submit(roomy.url, ann, first)
    await expect.poll(reserveForStart).not.toBeNull()
    await roomy.stop()

    await rm(join(dataDir, 'reserve'), { force: true })
    await fill(disk, 0)
    for (let i = 0; i < 2; i++) {
      const server = await startServer(dataDir)
      expect((await send(server, ann, playBody({ seed: 4, rows: 40 }))).status).toBe(507)
      expect(allWell(await reads(server, ann))).toEqual([])
      await expect.poll(reserveForStart).not.toBeNull()
      await server.stop()
      expect((await server.ended).output).toContain('pages are still served')
      await fill(disk, 0)
    }
  })
})
