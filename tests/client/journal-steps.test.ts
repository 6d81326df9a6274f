import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Lua } from 'wasmoon-lua5.1'
import { gameDisk } from './game/disk.ts'

let folder: string
let parts: { engine: string; module: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-journal-'))
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
  parts = {
    engine: await read('game/engine.lua'),
    // Returns the function to load its parts, instead of its screens.
    module: (await read('../../dist/client/module/Stepledger.lua')).replace(
      /return require\("main"\)\s*$/,
      'return require',
    ),
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Step =
  | { readonly kind: 'add'; readonly size: number }
  | { readonly kind: 'remove' | 'update'; readonly which: number }
  | { readonly kind: 'frames'; readonly count: number }
  | { readonly kind: 'full'; readonly full: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      size: fc.constantFrom(300, 20_000, 70_000, 300_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.constantFrom(0, 0, 1, 2, 5) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('update' as const), which: fc.constantFrom(0, 0, 1, 2, 5) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('frames' as const), count: fc.constantFrom(1, 1, 1, 2, 5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('full' as const), full: fc.boolean() }) },
)

/** Opens a journal on the stub of the game's disk. */
async function openJournal(home: string) {
  const lua = await Lua.create()
  const disk = gameDisk(home, () => true)
  Object.assign(lua.ctx, {
    ...disk.functions,
    hostSend: () => 0,
    hostUuid: () => randomUUID(),
    hostSha1: (text: string) => createHash('sha1').update(text).digest('hex'),
    hostLocalTime: () => '2026-11-22T15:04:05',
    hostTrace: () => {},
  })
  lua.doStringSync(parts.engine)
  lua.ctx.source = parts.module
  lua.doStringSync(`
    local require = loadstring(source)()
    local function open() return require("journal").open("/Save/", "1.0.0") end
    journal = open()
    entries = {}
    function add(key, size)
      entries[key] = { key = key, state = "waiting", by = "1.0.0", body = '{"x":"' .. ("x"):rep(size) .. '"}' }
      journal:add(entries[key])
    end
    function frame() world.up = world.up + 0.5 return journal:work() end
    -- Key and state of all entries, or only of those on disk.
    function listEntries(onDisk, of)
      local lines = {}
      for _, entry in ipairs((of or journal):all()) do
        if not onDisk or entry.file then lines[#lines + 1] = entry.key .. " " .. entry.state end
      end
      table.sort(lines)
      return table.concat(lines, ",")
    end
    -- Whether the journal considers everything written.
    function isWritten()
      local written = not journal.next and not journal.written and #journal.unsaved == 0
      for _, file in ipairs(journal.files) do written = written and not file.changed end
      return written
    end
    -- Entries that a restarted game would read.
    function listAfterRestart()
      local next = open()
      for _ = 1, 30 do next:work() end
      return listEntries(false, next)
    end`)
  const list = (call: string) =>
    String(lua.doStringSync(`return ${call}`))
      .split(',')
      .filter(Boolean)
  return {
    lua,
    disk,
    known: () => list('listEntries()'),
    onDisk: () => list('listEntries(true)'),
    afterRestart: () => list('listAfterRestart()'),
  }
}

it('the journal keeps every unconfirmed play in its last state, also while the disk is full', async () => {
  let homes = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const home = join(folder, String(++homes))
      const journal = await openJournal(home)
      const expected = new Map<string, string>()
      let keys = 0
      // The newest entries first, as they may be in the middle of a write.
      const pick = (which: number) => [...expected.keys()].toReversed()[which % Math.max(1, expected.size)]
      for (const one of steps) {
        if ('size' in one) {
          expected.set(`k${++keys}`, 'waiting')
          journal.lua.doStringSync(`add("k${keys}", ${one.size})`)
        } else if ('count' in one) {
          journal.lua.doStringSync(`for _ = 1, ${one.count} do frame() end`)
        } else if ('full' in one) {
          journal.disk.setFull(one.full)
        } else {
          const key = pick(one.which)
          if (key === undefined) continue
          if (one.kind === 'remove') {
            expected.delete(key)
            journal.lua.doStringSync(`journal:remove(entries.${key})`)
          } else {
            expected.set(key, 'rejected')
            journal.lua.doStringSync(`entries.${key}.state = "rejected" journal:update(entries.${key})`)
          }
        }
        const entries = [...expected].map(([key, state]) => `${key} ${state}`).sort()
        expect(journal.known()).toEqual(entries)
        // After a power cut here, everything that is reported as on disk can be read.
        const readable = journal.afterRestart()
        expect(readable.map(keyOf)).toEqual(expect.arrayContaining(journal.onDisk().map(keyOf)))
        if (journal.lua.doStringSync('return isWritten()')) expect(readable).toEqual(entries)
      }

      journal.disk.setFull(false)
      journal.lua.doStringSync('for _ = 1, 400 do frame() end')
      const entries = [...expected].map(([key, state]) => `${key} ${state}`).sort()
      expect(journal.onDisk()).toEqual(entries)
      expect(journal.afterRestart()).toEqual(entries)
      journal.lua.global.close()
    }),
    { numRuns: 15, examples: [[changeDuringWrite('remove')], [changeDuringWrite('update')]] },
  )
})

/** A play is confirmed or rejected between the write of another one in the same file and its verification. */
function changeDuringWrite(kind: 'remove' | 'update'): Step[] {
  const add: Step = { kind: 'add', size: 300 }
  const frames = (count: number): Step => ({ kind: 'frames', count })
  return [add, frames(5), add, frames(1), { kind, which: 1 }, frames(2)]
}

const keyOf = (line: string) => line.split(' ')[0]
