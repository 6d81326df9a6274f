import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DumpOptions, runDump } from '@stepledger/services/operator/dump/dump.ts'
import { openDump } from '@stepledger/services/operator/dump/dump-folder.ts'
import { runLoad } from '@stepledger/services/operator/dump/load.ts'
import type { ProgressState } from '@stepledger/services/operator/output.ts'
import { verify } from '@stepledger/services/operator/verify/verify.ts'
import { refuseUnfinishedLoad } from '@stepledger/services/platform/database/unfinished-load.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { itLong } from '../length.ts'
import { command } from '../operator/command.ts'
import { dump } from '../read-models/dump.ts'
import { allEvents, allFiles, allRows } from './all-rows.ts'
import { fill, foldAll, players, playsOf } from './filled-system.ts'
import { type EngineName, emptyPlace, type Place, quiet } from './place.ts'

type System = Awaited<ReturnType<Place['open']>>

const engines: readonly { readonly name: EngineName; readonly isAvailable: boolean }[] = [
  { name: 'embedded', isAvailable: true },
  { name: 'distributed', isAvailable: (await isKafkaAvailable()) && (await isS3Available()) },
]

describe.each(engines)('a dump of the $name engine', ({ name, isAvailable }) => {
  if (!isAvailable) return it.skip('what it needs is not here')
  // Where the truth is read differs by engine, and every file of a dump is written in the same way.
  const itOnOne = name === 'embedded' ? it : itLong
  let root: string
  let place: Place
  let system: System
  const places: Place[] = []

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'stepledger-dumps-'))
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
  async function newPlace(engine = name): Promise<Place> {
    const made = await emptyPlace(engine)
    places.push(made)
    return made
  }
  type OnProgress = (state: ProgressState | null) => void
  function optionsOf(folder: string, progress: OnProgress = () => {}): DumpOptions {
    const output = { progress, signal: new AbortController().signal }
    return { folder: join(root, folder), output, now: Date.now, pieceBytes: 10_000 }
  }
  const load = (
    folder: string,
    into: Place,
    progress: OnProgress = () => {},
    signal = new AbortController().signal,
  ) =>
    runLoad({
      folder: join(root, folder),
      partitions: undefined,
      config: into.config,
      output: { progress, signal },
      log: quiet,
      now: Date.now,
    })

  async function expectSame(there: System): Promise<void> {
    expect(await allEvents(there.ledger)).toEqual(await allEvents(system.ledger))
    expect(await allRows(there.database)).toEqual(await allRows(system.database))
    expect(await allFiles(there.storage)).toEqual(await allFiles(system.storage))
  }

  itOnOne('that was killed at any moment continues; loaded, everything is equal', async () => {
    // Given a dump, and copies of the disk at each step of another one
    let steps = 0
    const whole = await runDump(
      system,
      optionsOf('whole', (doing) => doing && steps++),
    )
    const killedAt = [0.02, 0.3, 0.6, 0.98].map((part) => Math.round(part * steps))
    let step = 0
    await runDump(
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
      await expect(openDump(join(root, folder))).rejects.toThrow('is not complete: run `ledger dump` again')
      const report = await runDump(system, optionsOf(folder))
      expect(report).toMatchObject({ events: whole.events, rows: whole.rows, files: whole.files })
    }
    // Then it has no more than a dump that was not killed, readable by its owner only
    const last = killed.at(-1) ?? ''
    const contents = async (folder: string) =>
      (await readdir(join(root, folder), { recursive: true }))
        .map((path) => path.replace(/^snapshot-\w+/, 'snapshot'))
        .sort()
    expect(await contents(last)).toEqual(await contents('whole'))
    for (const path of await readdir(join(root, last), { recursive: true }))
      expect((await stat(join(root, last, path))).mode & 0o077).toBe(0)

    // And what is loaded, interrupted first, has every row, event and file of the original
    const copy = await newPlace()
    const interrupt = new AbortController()
    const interrupted = load(
      last,
      copy,
      (doing) => doing?.what.startsWith('Loading accounts') && interrupt.abort(new Error('enough')),
      interrupt.signal,
    )
    await expect(interrupted).rejects.toThrow('enough')
    const started = await copy.open()
    await expect(refuseUnfinishedLoad(started.database.pool)).rejects.toThrow(
      'run the same `ledger load` again',
    )
    await started.close()
    const { events, rulesEvents, rows, tables, files } = whole
    expect(await load(last, copy)).toMatchObject({ events, rulesEvents, rows, tables, files })
    const loaded = await copy.open()
    try {
      await refuseUnfinishedLoad(loaded.database.pool)
      await expectSame(loaded)
      expect(await allFiles(loaded.storage)).toHaveLength(files)
      const schema = await foldAll(loaded)
      expect(await dump(loaded.database.pool, schema)).toEqual(await dump(system.database.pool, 'g1'))
      expect(await verify({ ...loaded })).toMatchObject({ agrees: true })
      // And it continues with new ids and without duplicates
      const plays = playsOf(loaded)
      const known = await plays.send(players[0] ?? '', 'play 0')
      expect(known).toMatchObject({ duplicate: true })
      expect((await plays.send(players[0] ?? '', 'another')).playId).toBeGreaterThan(100_000)
      await plays.drained()
    } finally {
      await loaded.close()
    }
    await expect(load(last, copy)).rejects.toThrow(/is not empty: it has .*3 accounts, 1 generation\./)
  })

  itOnOne('taken while plays arrive has each play with its id, or not at all', async () => {
    const plays = playsOf(system)
    const sent: { content: string; player: string; playId: number }[] = []
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        const [content, player] = [`busy ${n}`, players[n % 3] ?? '']
        sent.push({ content, player, playId: (await plays.send(player, content)).playId })
      }
    })()
    const first = await runDump(system, optionsOf('busy'))
    const before = sent.length
    const second = await runDump(system, optionsOf('busy'))
    writing = false
    await writer
    await plays.drained()
    expect(second.events).toBeGreaterThan(first.events)

    const copy = await newPlace()
    await load('busy', copy)
    const loaded = await copy.open()
    try {
      await foldAll(loaded)
      expect(await verify({ ...loaded })).toMatchObject({ agrees: true })
      const claims = await loaded.database.pool.query('select play_id from ingest.claims')
      const claimed = new Set(claims.rows.map(({ play_id }) => play_id))
      const resent = playsOf(loaded)
      let kept = 0
      for (const { content, player, playId } of sent) {
        if (!claimed.has(playId)) continue
        kept += 1
        expect((await resent.send(player, content)).playId).toBe(playId)
      }
      await resent.drained()
      expect(kept).toBeGreaterThanOrEqual(before)
      // Every play in its ledger has a claim.
      const folded = await loaded.database.pool.query(
        `select count(*)::int as n from g1.plays p join accounts.players a on a.id = p.player
         where not exists (select from ingest.claims c where c.play_id = p.id)`,
      )
      expect(folded.rows).toEqual([{ n: 0 }])
    } finally {
      await loaded.close()
    }
  })

  it('fits the other engine: every position, row and file stays as it was', async () => {
    const other = engines.find((engine) => engine.name !== name)
    if (!other?.isAvailable) return
    const copy = await newPlace(other.name)
    await runDump(system, optionsOf('whole'))
    await load('whole', copy)
    const there = await copy.open()
    try {
      await expectSame(there)
    } finally {
      await there.close()
    }
  })

  it('is checked by the command, and a damaged one is not loaded', async () => {
    const dir = join(root, 'by-command')
    const run = (...args: string[]) => command(place.env.DATABASE_URL ?? '', args, { env: place.env })
    expect(await run('dump', '--check', dir)).toMatchObject({ code: 3, err: `There is no dump in ${dir}` })
    expect(await run('dump', dir)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/^Dumped in \d+\.\d s: [\d,]+ events and \d+ of the topic rules, /)],
    })
    const good = await run('dump', dir, '--check', '--json')
    expect(good).toMatchObject({ code: 0 })
    expect(good.json()).toMatchObject({ isGood: true, problems: [] })

    // Given a changed byte, a shorter and a missing file
    const files = await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true })
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    const [shorter = '', missing = ''] = paths.sort()
    const { snapshot } = await openDump(dir)
    const changed = join(dir, snapshot.folder, 'accounts.players')
    const bytes = await readFile(changed)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(changed, bytes)
    await writeFile(shorter, 'short')
    await rm(missing)
    const ledgerFile = join(dir, 'ledger', 'rules-0')
    await rm(ledgerFile)
    const bad = await run('dump', dir, '--check', '--json')
    expect(bad).toMatchObject({ code: 1 })
    expect(bad.json()).toMatchObject({
      isGood: false,
      problemCount: 4,
      problems: [
        `${ledgerFile} is missing.`,
        `${changed} differs from its checksum.`,
        expect.stringMatching(/ has 5 bytes instead of \d+\.$/),
        `${missing} is missing.`,
      ],
    })
    const copy = await newPlace()
    const refused = await command(copy.env.DATABASE_URL ?? '', ['load', dir], { env: copy.env })
    expect(refused).toMatchObject({
      code: 3,
      err: expect.stringContaining('damaged, and nothing was loaded'),
    })
    // What is missing is dumped again
    await rm(shorter)
    expect(await run('dump', dir)).toMatchObject({ code: 0 })
    expect(await run('dump', dir, '--check')).toMatchObject({ code: 0 })
  })

  it('is of one ledger, and not of another', async () => {
    const other = await newPlace()
    const there = await other.open()
    await fill(there)
    await runDump(system, optionsOf('mine'))
    await expect(runDump(there, optionsOf('mine'))).rejects.toThrow(
      /has a dump of ledger .*, but this is ledger/,
    )
    await expect(runDump(there, optionsOf('.'))).rejects.toThrow('is not empty, and has no dump')
    await there.close()
  })
})
