import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportSeries } from '@stepledger/services/analysis/export/export-series.ts'
import { leaseMs } from '@stepledger/services/analysis/export/work-folder.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { type CuttableProxy, proxyTo } from '@stepledger/services/platform/ledger/testing/proxy.ts'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seed } from '../../scripts/seed/seed.ts'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'

const program = new URL('../../dist/ledger.js', import.meta.url).pathname
const { signal } = new AbortController()
const patient = { timeout: 60_000, interval: 5 }
const endsWithinMs = 5_000

/** Failed, interrupted and killed exports end soon, report what failed where, and leave nothing behind. */
describe('an export that does not complete', () => {
  let given: FoldingLedger
  /** The exports’ connection to the database. */
  let proxy: CuttableProxy
  let blocker: pg.Client
  let otherBlocker: pg.Client
  let home: string
  let out: string
  let dataDir: string
  let temporary: string

  beforeAll(async () => {
    given = await foldingLedger()
    proxy = await proxyTo(given.url)
    await migrateIngest(given.database)
    const until = Date.parse('2026-10-20T12:00:00Z')
    const history = { plays: 400, charts: 3, players: 30, hotChartPlays: 100, seed: 5, until }
    await seed(given, history, { output: { progress() {}, signal }, onThreads: false })
    await given.folded()
    await given.stopFolding()
    blocker = await given.database.connect('blocker')
    otherBlocker = await given.database.connect('blocker')
  })
  afterAll(async () => {
    await blocker.end()
    await otherBlocker.end()
    await proxy.close()
    await given.startFolding()
    await given.close()
  })
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'stepledger-broken-'))
    out = join(home, 'out')
    dataDir = join(home, 'data')
    temporary = join(home, 'tmp')
    for (const folder of [dataDir, temporary]) await mkdir(folder)
  })
  afterEach(async () => {
    for (const client of [blocker, otherBlocker]) await client.query('rollback')
    await rm(home, { recursive: true, force: true })
  })

  /** Runs the built command with `args`. `limit`: the largest file that it may write, kB. */
  function start(args: readonly string[], limit?: number) {
    const limited = limit === undefined ? '' : `ulimit -f ${limit}; `
    const child = spawn('bash', ['-c', `${limited}exec "$0" "$@"`, process.execPath, program, ...args], {
      env: { ...process.env, DATA_DIR: dataDir, TMPDIR: temporary, DATABASE_URL: proxy.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
      })
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }))
    return { child, ended }
  }
  const startExport = () => start(['export', '--out', out])

  const lockOf = (table: string) => `begin; lock table ${table} in access exclusive mode`
  async function waitingFor(table: string): Promise<void> {
    const waits = async () => {
      const { rowCount } = await given.database.pool.query(
        'select from pg_locks where not granted and relation = $1::regclass',
        [table],
      )
      return (rowCount ?? 0) > 0
    }
    await vi.waitUntil(waits, patient)
  }
  /** Starts an export that blocks on a table of the live generation until `blocker` rolls back. */
  async function exportStoppedAt(table: string) {
    const name = `${(await given.live()).schema}.${table}`
    await blocker.query(lockOf(name))
    const running = startExport()
    await waitingFor(name)
    return running
  }
  /** Starts an export that blocks on reading the steps of plays from the ledger. */
  async function exportStoppedAtSteps() {
    const running = await exportStoppedAt('plays')
    await otherBlocker.query(lockOf('ledger.events'))
    await blocker.query('rollback')
    await waitingFor('ledger.events')
    return running
  }
  /** The folders of temporary tables, in the data folder and in TMPDIR. */
  const workFolders = async () => {
    const names = [...(await readdir(dataDir)), ...(await readdir(temporary))]
    return names.filter((name) => name.startsWith('stepledger-export-work-'))
  }
  const tree = async (folder: string) =>
    (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.includes('.')).sort()
  const timed = async <T>(work: Promise<T>) => {
    const from = performance.now()
    const result = await work
    expect(performance.now() - from).toBeLessThan(endsWithinMs)
    return result
  }
  async function killAll(child: ChildProcess): Promise<void> {
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
    child.kill('SIGKILL')
  }

  it.each([
    ['while steps are read from the ledger', () => exportStoppedAtSteps()],
    ['while plays are copied', () => exportStoppedAt('plays')],
    ['while other tables are copied', () => exportStoppedAt('event_boards')],
  ] as const)(
    'interrupted %s, exits at once with a message and removes its temporary tables',
    async (_when, stopped) => {
      const { child, ended } = await stopped()
      // Given temporary tables that only their owner can read, outside the shared folder
      const [work] = await readdir(dataDir)
      expect((await stat(join(dataDir, String(work)))).mode & 0o777).toBe(0o700)
      expect(await tree(out)).toEqual([])
      // When it is interrupted
      child.kill('SIGINT')
      const { code, output } = await timed(ended)
      // Then
      expect([code, output]).toEqual([130, expect.stringMatching(/Interrupted \(.+\)\. .* is unchanged\.$/m)])
      expect(await workFolders()).toEqual([])
      expect(await tree(out)).toEqual([])
    },
  )

  it.each([
    ['while plays are copied', () => exportStoppedAt('plays'), 'Copying the plays out of the database'],
    [
      'while other tables are copied',
      () => exportStoppedAt('event_boards'),
      'Copying the plays out of the database',
    ],
    [
      'while steps are read from the ledger',
      () => exportStoppedAtSteps(),
      'Reading the steps from the ledger',
    ],
  ] as const)(
    'whose database is gone %s, fails at once with the failed step; the next one works',
    async (_when, stopped, what) => {
      const { ended } = await stopped()
      await proxy.refuse()
      const { code, output } = await timed(ended)
      expect([code, output]).toEqual([3, expect.stringMatching(new RegExp(`^${what} failed: .+\\n$`, 'm'))])
      expect(await workFolders()).toEqual([])
      await proxy.accept()
      for (const client of [blocker, otherBlocker]) await client.query('rollback')
      expect(await startExport().ended).toMatchObject({ code: 0 })
      expect(await tree(out)).toContain('series.json')
      expect(await workFolders()).toEqual([])
    },
  )

  it('killed together with its process, leaves nothing in the shared folder, and the next export cleans up', async () => {
    const { child, ended } = await exportStoppedAt('event_boards')
    await killAll(child)
    await ended
    expect([await tree(out), await workFolders()]).toEqual([[], [expect.any(String)]])
    await blocker.query('rollback')
    // Given an expired lease, and a draft of a copy that was cut off
    const [work = ''] = await workFolders()
    const expired = new Date(Date.now() - leaseMs - 1_000)
    await utimes(join(dataDir, work), expired, expired)
    await writeFile(join(out, 'charts.parquet.part'), 'half')
    expect(await startExport().ended).toMatchObject({ code: 0 })
    expect(await workFolders()).toEqual([])
    expect((await readdir(out)).filter((name) => /part$|^\./.test(name))).toEqual([])
  })

  it('killed alone, its process removes the temporary tables', async () => {
    const { child, ended } = await exportStoppedAt('event_boards')
    child.kill('SIGKILL')
    await ended
    await vi.waitUntil(async () => (await workFolders()).length === 0, patient)
  })

  it.each([10, 1, 30])(
    'limited to files of %i kB, fails with one line that names the folder, and leaves nothing behind',
    async (limit) => {
      const { code, output } = await start(['export', '--out', out], limit).ended
      expect([code, output]).toEqual([
        3,
        expect.stringMatching(/ failed: the disk is full: \/\S+ has \d+ bytes free\n$/),
      ])
      expect(output).toMatch(/^[A-Z][\w ]+ failed/m)
      expect([await workFolders(), await tree(out)]).toEqual([[], []])
    },
  )

  it.each([
    ['the plays are copied', 'data/plays.rows', 'Copying the plays out of the database'],
    ['the steps are counted', 'data/timing.rows', 'Reading the steps from the ledger'],
    ['a table is written', 'data/plays.parquet', 'Writing the files'],
  ])(
    'on a disk that is full when %s, fails at once and reports the step and the folder',
    async (_when, file, what) => {
      // Given a file on a full disk
      await symlink('/dev/full', join(home, file))
      const exporting = exportSeries(
        { ...given, now: () => Date.parse('2026-12-10') },
        {
          id: 'broken',
          folder: dataDir,
          prefix: '',
          formats: ['parquet'],
          onProgress: () => {},
          signal,
        },
      )
      const error = await timed(
        exporting.then(
          () => null,
          (error: Error) => error,
        ),
      )
      expect(error?.message).toMatch(
        new RegExp(`^${what} failed: the disk is full: /\\S+ has \\d+ bytes free$`),
      )
      expect(await tree(out)).toEqual([])
    },
  )
})
