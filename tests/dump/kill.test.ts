import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { isLong } from '../length.ts'
import { runBuiltLedger } from '../system/ledger-process.ts'
import { allEvents, allFiles, allRows } from './all-rows.ts'
import { fill } from './filled-system.ts'
import { type EngineName, emptyPlace, type Place } from './place.ts'

const program = new URL('../../dist/ledger.js', import.meta.url).pathname
const kills = isLong ? 20 : 1

const engines: readonly { readonly name: EngineName; readonly isAvailable: boolean }[] = [
  { name: 'embedded', isAvailable: true },
  { name: 'distributed', isAvailable: (await isKafkaAvailable()) && (await isS3Available()) },
]

describe.each(engines)(
  `kill -9 of dump and load at ${kills} moment(s), $name engine`,
  ({ name, isAvailable }) => {
    if (!isAvailable) return it.skip('what it needs is not here')
    let root: string
    let place: Place
    let system: Awaited<ReturnType<Place['open']>>

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'stepledger-dump-kill-'))
      place = await emptyPlace(name)
      system = await place.open()
      await fill(system)
    })
    afterAll(async () => {
      await system.close()
      await place.remove()
      await rm(root, { recursive: true, force: true })
    })
    const run = ({ env, config }: Place, args: readonly string[]) => runBuiltLedger(config.dataDir, args, env)

    /** Runs a command and kills it after this time, ms, unless it ends before. */
    async function killed({ env }: Place, args: readonly string[], afterMs: number): Promise<void> {
      const child = spawn(process.execPath, [program, ...args], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      })
      const ended = once(child, 'close')
      await Promise.race([sleep(afterMs), ended])
      child.kill('SIGKILL')
      await ended
    }

    /** How long a command takes that is not killed, ms. */
    async function timeOf(target: Place, args: readonly string[]): Promise<number> {
      const startedAt = performance.now()
      expect(await run(target, args)).toMatchObject({ code: 0 })
      return performance.now() - startedAt
    }

    it('the next run ends it, and everything is there', async () => {
      const trial = await emptyPlace(name)
      const dumpMs = await timeOf(place, ['dump', join(root, 'trial')])
      const loadMs = await timeOf(trial, ['load', join(root, 'trial')])
      await trial.remove()
      for (let nth = 1; nth <= kills; nth++) {
        const dir = join(root, String(nth))
        const part = nth / (kills + 1)
        await killed(place, ['dump', dir], part * dumpMs)
        expect(await run(place, ['dump', dir])).toMatchObject({ code: 0 })
        expect(await run(place, ['dump', dir, '--check'])).toMatchObject({ code: 0 })

        const copy = await emptyPlace(name)
        await killed(copy, ['load', dir], part * loadMs)
        const again = await run(copy, ['load', dir])
        // The first run may have ended before.
        if (again.code !== 0) expect(again.err).toContain('is not empty')
        const loaded = await copy.open()
        expect(await allEvents(loaded.ledger)).toEqual(await allEvents(system.ledger))
        expect(await allRows(loaded.database)).toEqual(await allRows(system.database))
        expect(await allFiles(loaded.storage)).toEqual(await allFiles(system.storage))
        await loaded.close()
        await copy.remove()
        await rm(dir, { recursive: true, force: true })
      }
    })
  },
)
