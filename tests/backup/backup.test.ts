import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBackup } from '@stepledger/services/operator/backup/check-backup.ts'
import { openBackupFolder } from '@stepledger/services/operator/backup/files/backup-folder.ts'
import { type BackupOptions, runBackup } from '@stepledger/services/operator/backup/run-backup.ts'
import { runRestore } from '@stepledger/services/operator/backup/run-restore.ts'
import type { ProgressState } from '@stepledger/services/operator/progress.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { command } from '../operator/command.ts'
import { dump } from '../read-models/dump.ts'
import { allEvents, allFiles, allRows } from './all-rows.ts'
import { fill, foldAll, players, playsOf } from './filled-system.ts'
import { type EngineName, emptyPlace, type Place, quiet } from './place.ts'

const engines: readonly { readonly name: EngineName; readonly isAvailable: boolean }[] = [
  { name: 'embedded', isAvailable: true },
  { name: 'distributed', isAvailable: (await isKafkaAvailable()) && (await isS3Available()) },
]
const key = Buffer.alloc(32, 7)
const eventsOf = z.object({ events: z.int() })

describe.each(engines)('a backup of the $name engine', ({ name, isAvailable }) => {
  if (!isAvailable) return it.skip('what it needs is not here')
  let root: string
  let place: Place
  let system: Awaited<ReturnType<Place['open']>>
  const places: Place[] = []

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'stepledger-backups-'))
    place = await newPlace()
    system = await place.open()
    await fill(system)
    const plays = playsOf(system)
    for (let n = 0; n < 20; n++) await plays.send(players[n % 3] ?? '', `play ${n}`)
    await plays.drained()
    await foldAll(system)
  })
  afterAll(async () => {
    await system.close()
    for (const one of places) await one.remove()
    await rm(root, { recursive: true, force: true })
  })
  async function newPlace(ledgerUrl?: string): Promise<Place> {
    const made = await emptyPlace(name, ledgerUrl)
    places.push(made)
    return made
  }
  function optionsOf(
    folder: string,
    progress: (state: ProgressState | null) => void = () => {},
  ): BackupOptions {
    const output = { progress, signal: new AbortController().signal }
    return { folder: join(root, folder), key, keep: 3, output, now: Date.now, segmentBytes: 10_000 }
  }
  const restore = (
    folder: string,
    into: Place,
    progress: (state: ProgressState | null) => void = () => {},
    signal = new AbortController().signal,
  ) =>
    runRestore({
      folder: join(root, folder),
      key,
      at: undefined,
      config: into.config,
      output: { progress, signal },
      log: quiet,
      now: Date.now,
    })

  it('that was killed at any moment is none, and continues; restored, all rows are equal', async () => {
    // Given a backup, and copies of the disk at each step of another one
    let steps = 0
    const whole = await runBackup(
      system,
      optionsOf('whole', (doing) => doing && steps++),
    )
    const killedAt = [0.02, 0.3, 0.6, 0.98].map((part) => Math.round(part * steps))
    let step = 0
    await runBackup(
      system,
      optionsOf('observed', (doing) => {
        if (doing && killedAt.includes(step++))
          cpSync(join(root, 'observed'), join(root, `killed-${step - 1}`), { recursive: true })
      }),
    )
    const killed = (await readdir(root)).filter((folder) => folder.startsWith('killed-'))
    expect(killed).toHaveLength(killedAt.length)

    // When each is continued
    for (const folder of killed) {
      const before = await openBackupFolder(join(root, folder), key)
      expect(await before.backups()).toEqual([])
      const report = await runBackup(system, optionsOf(folder))
      expect(report).toMatchObject({ events: whole.events, rows: whole.rows, files: whole.files })
      expect(await readdir(join(root, folder))).not.toContain('unfinished')
    }
    const last = killed.at(-1) ?? ''
    expect((await runBackup(system, optionsOf(last))).written).toBe(0)

    // Then a restore, itself interrupted first, has every row, event and file of the original
    const copy = await newPlace()
    const interrupt = new AbortController()
    const interrupted = restore(
      last,
      copy,
      (doing) => doing?.what === 'Restoring the ledger' && interrupt.abort(new Error('enough')),
      interrupt.signal,
    )
    await expect(interrupted).rejects.toThrow('enough')
    const { events, rulesEvents, rows, tables, files } = whole
    const contents = { events, rulesEvents, rows, tables, files }
    expect(await restore(last, copy)).toMatchObject({ ...contents, newerEvents: 0 })
    const restored = await copy.open()
    try {
      expect(await allRows(restored.database)).toEqual(await allRows(system.database))
      expect(await allEvents(restored.ledger)).toEqual(await allEvents(system.ledger))
      expect(await allFiles(restored.storage)).toEqual(await allFiles(system.storage))
      expect(await allFiles(restored.storage)).toHaveLength(files)
      const schema = await foldAll(restored)
      expect(schema).toBe('g2')
      expect(await dump(restored.database.pool, schema)).toEqual(await dump(system.database.pool, 'g1'))
      expect(await verify({ ...restored })).toMatchObject({ agrees: true })
      // And it continues with new ids and without duplicates
      const plays = playsOf(restored)
      const known = await plays.send(players[0] ?? '', 'play 0')
      expect(known).toMatchObject({ duplicate: true })
      expect((await plays.send(players[0] ?? '', 'another')).playId).toBeGreaterThan(100_000)
      await plays.drained()
      await expect(restore(last, copy)).rejects.toThrow(/is not empty: it has .*3 accounts, .*2 generations/)
    } finally {
      await restored.close()
    }
  })

  it('taken while plays arrive has each play with its id, or not at all', async () => {
    const plays = playsOf(system)
    const sent: { content: string; player: string; playId: number }[] = []
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        const [content, player] = [`busy ${n}`, players[n % 3] ?? '']
        sent.push({ content, player, playId: (await plays.send(player, content)).playId })
      }
    })()
    for (let i = 0; i < 2; i++) await runBackup(system, optionsOf('busy'))
    const before = sent.length
    writing = false
    await writer
    await plays.drained()

    const copy = await newPlace()
    await restore('busy', copy)
    const restored = await copy.open()
    try {
      await foldAll(restored)
      expect(await verify({ ...restored })).toMatchObject({ agrees: true })
      const claims = await restored.database.pool.query('select play_id from ingest.claims')
      const claimed = new Set(claims.rows.map(({ play_id }) => play_id))
      const resent = playsOf(restored)
      let kept = 0
      for (const { content, player, playId } of sent) {
        if (!claimed.has(playId)) continue
        kept += 1
        expect((await resent.send(player, content)).playId).toBe(playId)
      }
      await resent.drained()
      expect(kept).toBeGreaterThan(0)
      expect(kept).toBeLessThanOrEqual(before + 1)
      // Every play in its ledger has a claim.
      const folded = await restored.database.pool.query(
        `select count(*)::int as n from g2.plays p join accounts.players a on a.id = p.player
         where not exists (select from ingest.claims c where c.play_id = p.id)`,
      )
      expect(folded.rows).toEqual([{ n: 0 }])
    } finally {
      await restored.close()
    }
  })

  it('fits the other engine: every position, row and file stays as it was', async () => {
    const other = engines.find((engine) => engine.name !== name)
    if (!other?.isAvailable) return
    const moved = await emptyPlace(other.name)
    places.push(moved)
    await runBackup(system, optionsOf('whole'))
    await restore('whole', moved)
    const there = await moved.open()
    try {
      expect(await allEvents(there.ledger)).toEqual(await allEvents(system.ledger))
      expect(await allRows(there.database)).toEqual(await allRows(system.database))
      expect(await allFiles(there.storage)).toEqual(await allFiles(system.storage))
    } finally {
      await there.close()
    }
  })

  it('is checked by the command: damage, age, gaps and keys', async () => {
    const dir = join(root, 'by-command')
    const keyFile = join(root, 'key')
    await writeFile(keyFile, '07'.repeat(32))
    const run = (...args: string[]) => command(place.env.DATABASE_URL ?? '', args, { env: place.env })
    const withKey = ['--key-file', keyFile]
    expect(await run('backup', 'check', dir)).toMatchObject({ code: 3, err: `There is no backup in ${dir}` })
    const made = await run('backup', dir, '--json', ...withKey)
    expect(made).toMatchObject({ code: 0 })
    const status = (await run('status', '--json')).json()
    expect(status).toMatchObject({ total: { events: eventsOf.parse(made.json()).events } })
    const good = await run('backup', 'check', dir, '--json', ...withKey)
    expect(good).toMatchObject({ code: 0 })
    expect(good.json()).toMatchObject({ isGood: true, problems: [] })
    expect(await run('backup', 'check', dir)).toMatchObject({
      code: 3,
      err: expect.stringContaining('is encrypted'),
    })
    const late = await checkBackup({
      folder: dir,
      key,
      maxAgeMs: 3_600_000,
      output: { progress: () => {}, signal: new AbortController().signal },
      now: () => Date.now() + 7_200_000,
    })
    expect(late.problems).toEqual(['It is 2.0 h old, and may be 1.0 h old.'])

    // Given a changed byte and a missing file
    const files = await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true })
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    const [changed = '', missing = ''] = paths.sort()
    const bytes = await readFile(changed)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(changed, bytes)
    await rm(missing)
    const bad = await run('backup', 'check', dir, '--json', ...withKey)
    expect(bad).toMatchObject({ code: 1 })
    expect(bad.json()).toMatchObject({
      isGood: false,
      problemCount: 2,
      problems: expect.arrayContaining([
        expect.stringContaining(`${missing} is missing.`),
        expect.stringContaining(`${changed} differs from its checksum.`),
      ]),
    })
    const copy = await newPlace()
    const refused = await command(copy.env.DATABASE_URL ?? '', ['restore', dir, ...withKey], {
      env: copy.env,
    })
    expect(refused).toMatchObject({
      code: 3,
      err: expect.stringContaining('damaged, and nothing was restored'),
    })
    // A deleted file is copied again
    await rm(changed)
    expect(await run('backup', dir, ...withKey)).toMatchObject({ code: 0 })
    expect(await run('backup', 'check', dir, ...withKey)).toMatchObject({ code: 0 })
  })
})
