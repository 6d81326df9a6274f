import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { type Rules, rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import type { ProgressState } from '@stepledger/services/operator/output.ts'
import { advisoryLocks } from '@stepledger/services/platform/database/advisory-locks.ts'
import { projectorName } from '@stepledger/services/projector/generations/leading-projector.ts'
import { requestGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { buildGate } from '../generations/gate.ts'
import { rulesWithTop } from '../generations/other-rules.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { command } from './command.ts'

describe('ledger rules, replay, rollback, prune and parked', () => {
  let given: FoldingLedger
  let folder: string
  const run = (args: string, options?: { answer?: string }) => command(given.url, args.split(' '), options)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-rules-'))
    given = await foldingLedger()
    for (let crowd = 1; crowd <= 20; crowd++)
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(given.ledger, partitions)
    await given.folded()
  })
  afterAll(async () => {
    await given.close()
    await rm(folder, { recursive: true })
  })
  async function fileOf(document: unknown) {
    const file = join(folder, 'rules.json')
    await writeFile(file, JSON.stringify(document))
    return file
  }
  const shown = async (): Promise<Rules> => rules.parse((await run('rules show')).json())

  it('prints the rules in force as a document that can be published', async () => {
    expect(await shown()).toEqual(firstRules)
    expect((await run('rules show --json')).json()).toEqual(firstRules)
  })

  it('refuses invalid rules, rules already in force, and a missing confirmation', async () => {
    const file = await fileOf({ ...firstRules, gradesFrom: 'none' })
    expect(await run(`rules publish ${file} --yes`)).toMatchObject({
      code: 2,
      err: '<rules>: gradesFrom must name one of the systems',
    })
    expect(await run(`rules publish ${await fileOf(firstRules)} --yes`)).toMatchObject({
      code: 1,
      err: 'These rules are in force already (0:1)',
    })
    expect(await run('rules publish --yes')).toMatchObject({
      code: 1,
      err: 'There is no preview: specify the rules to publish',
    })
    const other = await fileOf(rulesWithTop(1))
    expect(await run(`rules publish ${other}`)).toMatchObject({ code: 2 })
    const declined = await run(`rules publish ${other}`, { answer: 'n' })
    expect(declined).toMatchObject({ code: 1 })
    expect(declined.out.at(-1)).toBe('Nothing was done.')
    expect(declined.out.join('\n')).toMatch(/^Changed plays +[1-9].*weight: 3\.5 → 4\.5/ms)
    await given.settled()
    expect(await shown()).toEqual(firstRules)
  })

  it('publishes rules, and waits until their generation is live', async () => {
    const { code, json } = await run(`rules publish ${await fileOf(rulesWithTop(1))} --yes --json`)

    // The preview is taken over.
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      plan: { preview: 2 },
      done: { outcome: 'live', generation: 2, offset: 2, parked: 0 },
    })
    expect(await given.live()).toMatchObject({ id: 2, rules: rulesWithTop(1) })
    expect(await run('verify')).toMatchObject({ code: 0 })
  })

  it('keeps the previous generation, and rolls back to it by publishing its rules again', async () => {
    await given.database.pool.query('update projector.generations set left_at = now() where id = 1')
    expect(await run('prune')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await run('prune --yes')).toMatchObject({
      code: 1,
      err: 'Generation 1 was live less than a minute ago: try again later',
    })
    expect((await run('rollback --json')).json()).toMatchObject({
      plan: { generation: 1, title: firstRules.title },
      done: { outcome: 'live', generation: 1 },
    })
    expect(await shown()).toEqual(firstRules)
    expect(await run('rollback')).toMatchObject({ code: 0 })
    expect((await given.live()).id).toBe(2)
  })

  it('stays at the rollback until other rules are published', async () => {
    await run('rollback')
    expect(await shown()).toEqual(firstRules)
    expect((await run('replay --json')).json()).toMatchObject({ done: { outcome: 'live', generation: 3 } })
    expect(await given.live()).toMatchObject({ id: 3, rules: firstRules })

    // Generation 2 was folded under these rules, so nothing is built.
    const published = await run(`rules publish ${await fileOf(rulesWithTop(1))} --yes --json`)
    expect(published.json()).toMatchObject({ done: { outcome: 'live', generation: 2 } })
    expect(await shown()).toEqual(rulesWithTop(1))
  })

  it('keeps on the ledger who did what and why, in order', async () => {
    expect(await run('rollback --as')).toMatchObject({ code: 2 })
    await command(given.url, ['rollback', '--as', 'Kim', '--reason', 'the old scores were right'])
    await command(given.url, ['rollback', '--as', 'kim', '--reason', 'the new ones are right after all'])
    const audit = async (options: string) =>
      getOperatorAudit.answer.parse((await run(`audit ${options} --json`)).json())
    const kims = await audit('--by KIM')
    // Each also published rules, which is an entry of its own.
    expect(kims.entries.filter(({ what }) => what === 'Rules published')).toHaveLength(2)
    expect(kims.entries.filter(({ what }) => what === 'Rolled back')).toMatchObject([
      { operator: 'Kim', reason: 'the new ones are right after all' },
      { operator: 'Kim', reason: 'the old scores were right', details: { rules: expect.any(String) } },
    ])
    expect((await audit('--limit 1000')).entries).toContainEqual(
      expect.objectContaining({ what: 'Rules published', operator: userInfo().username, reason: null }),
    )
    expect((await run('audit --limit 1')).out.join('\n')).toMatch(
      /^Total +\d+\n\nEntries\n +At .*\n.*Z .*the new ones are right after all/,
    )
    expect(await audit('--until 2020-01-01T00:00Z')).toEqual({ total: 0, entries: [] })
  })

  it('replays history, and prunes generations', async () => {
    expect((await run('replay --json')).json()).toMatchObject({ done: { outcome: 'live', generation: 4 } })
    await given.database.pool.query("update projector.generations set left_at = left_at - interval '1 hour'")
    expect(await run('prune', { answer: 'n' })).toMatchObject({
      code: 1,
      out: ['Generations  1, 2, 3', 'Nothing was done.'],
    })
    expect((await run('prune --yes --json')).json()).toMatchObject({ done: { dropped: [1, 2, 3] } })
    expect(await run('rollback')).toMatchObject({
      code: 1,
      err: 'There is no earlier generation to roll back to: none was live before, or it was pruned',
    })
  })

  it('abandons a build, and tells what to do beside a server of an older release', async () => {
    await given.stopFolding()
    const file = await fileOf(rulesWithTop(7))
    const older = await given.database.connect(projectorName(codeVersion - 1))
    await older.query('select pg_advisory_lock($1, $2)', [...advisoryLocks.projector])
    for (const args of ['replay', `rules publish ${file} --yes`])
      expect(await run(args)).toMatchObject({
        code: 1,
        err: expect.stringContaining(
          `The projector that runs has version ${codeVersion - 1} of the folding code, and this release has version ${codeVersion}`,
        ),
      })
    await older.end()

    const { id: live, ...inForce } = await given.live()
    const { rules, rulesOffset: offset, ledgerId } = inForce
    const requested = { rules, offset, ledgerId, partitions: 12 }
    const next = await requestGeneration(given.database, { inForce: requested, codeVersion })
    expect((await run('replay --abandon --json')).json()).toMatchObject({
      done: { outcome: 'abandoned', generation: next },
    })
    expect(await run('replay --abandon')).toMatchObject({ code: 1, err: 'No generation is being built' })
    await given.startFolding()
    await given.settled()
    expect((await given.live()).id).toBe(live)
  })

  it('lists parked events, and retries them', async () => {
    const { pool } = given.database
    const parked = async () => (await run('parked')).out
    expect(await parked()).toEqual(['Count  0', 'First  none'])
    await pool.query(
      "create function g4.refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$",
    )
    await pool.query(
      'create trigger refuse before insert on g4.plays for each row execute function g4.refuse()',
    )
    for (const partitions of fc.sample(historyOfCrowd(77), { numRuns: 1, seed: 77 }))
      await appendHistory(given.ledger, partitions)
    await given.folded()
    const out = await parked()
    expect(out[0]).toMatch(/^Count +[1-9]\d*$/)
    expect(out.join('\n')).toMatch(/ {2}\d+ +\d+ +PlaySubmitted .* not today/)
    expect(out.join('\n')).toContain('waits behind an earlier event of its key')
    const failed = await run('parked retry --json')
    expect({ code: failed.code, ...Object(failed.json()) }).toMatchObject({ code: 1, done: { folded: 0 } })

    await pool.query('drop trigger refuse on g4.plays')
    const { code, json } = await run('parked retry --json')
    expect({ code, result: json() }).toMatchObject({ code: 0, result: { done: { parked: 0, build: null } } })
    expect(await run('verify --json')).toMatchObject({ code: 0 })
    expect(await parked()).toEqual(['Count  0', 'First  none'])
  })

  it('shows the progress of a build, and that it was abandoned because other rules were published', async () => {
    // Ids are never used again, also of an abandoned generation.
    const made = await given.database.pool.query('select max(id) + 1 as next from projector.generations')
    const next: unknown = made.rows[0]?.next
    if (typeof next !== 'number') throw new Error('there are no generations')
    const progress: (ProgressState | null)[] = []
    const publish = async (more: number) =>
      command(given.url, ['rules', 'publish', await fileOf(rulesWithTop(more)), '--yes', '--json'], {
        onProgress: (doing) => progress.push(doing),
      })
    await given.stopFolding()
    const held = buildGate(1)
    await given.startFolding(held)
    const first = publish(7)
    await held.reached
    const total = (await given.ledger.ends('events')).reduce((sum, end) => sum + end, 0)
    const beginning = { what: `Building generation ${next}`, done: 0, of: total, unit: 'events' }
    await vi.waitUntil(() => progress.some((doing) => doing?.done === 0), { timeout: 60_000 })
    expect(progress).toContainEqual(beginning)

    const second = publish(8)
    expect(await first).toMatchObject({
      code: 1,
      err: `Generation ${next} was superseded by another one`,
    })
    held.open()
    expect((await second).json()).toMatchObject({ done: { outcome: 'live', generation: next + 1 } })
    expect((await given.live()).rules).toEqual(rulesWithTop(8))
    expect(progress.at(-1)).toBeNull()
  })
})
