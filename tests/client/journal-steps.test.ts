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
    // Its parts by name, instead of its screens.
    module: (await read('../../dist/client/Stepledger.lua')).replace(
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

/** A journal on the disk of the game, worked on a step a frame. */
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
    -- Of those that the disk has, or of all that are known: key and state.
    function told(onDisk, of)
      local lines = {}
      for _, entry in ipairs((of or journal):all()) do
        if not onDisk or entry.file then lines[#lines + 1] = entry.key .. " " .. entry.state end
      end
      table.sort(lines)
      return table.concat(lines, ",")
    end
    -- Whether it believes that the disk has all of it.
    function isWhole()
      local whole = not journal.next and not journal.written and #journal.unsaved == 0
      for _, file in ipairs(journal.files) do whole = whole and not file.changed end
      return whole
    end
    -- What the next start of the game would find.
    function found()
      local next = open()
      for _ = 1, 30 do next:work() end
      return told(false, next)
    end`)
  const list = (call: string) =>
    String(lua.doStringSync(`return ${call}`))
      .split(',')
      .filter(Boolean)
  return {
    lua,
    disk,
    known: () => list('told()'),
    onDisk: () => list('told(true)'),
    found: () => list('found()'),
  }
}

it('holds each play that it was given and that was not confirmed, as it was last said to be, whatever the disk does meanwhile', async () => {
  let homes = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const home = join(folder, String(++homes))
      const journal = await openJournal(home)
      const expected = new Map<string, string>()
      let keys = 0
      // The newest first: what happens to one that is just being written is what matters.
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
        const told = [...expected].map(([key, state]) => `${key} ${state}`).sort()
        expect(journal.known()).toEqual(told)
        // The plug is pulled here: what it said the disk has is there, save that others may have come and gone.
        const found = journal.found()
        expect(found.map(keyOf)).toEqual(expect.arrayContaining(journal.onDisk().map(keyOf)))
        if (journal.lua.doStringSync('return isWhole()')) expect(found).toEqual(told)
      }

      journal.disk.setFull(false)
      journal.lua.doStringSync('for _ = 1, 400 do frame() end')
      const told = [...expected].map(([key, state]) => `${key} ${state}`).sort()
      expect(journal.onDisk()).toEqual(told)
      expect(journal.found()).toEqual(told)
      journal.lua.global.close()
    }),
    { numRuns: 15, examples: [[confirmedBeside('remove')], [confirmedBeside('update')]] },
  )
})

/** One play is written down, and before that is read back another one of the same file is confirmed or refused. */
function confirmedBeside(kind: 'remove' | 'update'): Step[] {
  const add: Step = { kind: 'add', size: 300 }
  const frames = (count: number): Step => ({ kind: 'frames', count })
  return [add, frames(5), add, frames(1), { kind, which: 1 }, frames(2)]
}

const keyOf = (line: string) => line.split(' ')[0]
