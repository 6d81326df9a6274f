import { lua51OfMachine, luaInWebAssembly, playAlone } from '../../client/game/alone.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'

/** A usual song, and the longest ones. */
const lengths = [1_000, 20_000]

/**
 * CPU time of the game module on the evaluation screen, in the machine's `lua5.1`, otherwise in WebAssembly with a
 * clock of whole ms. The game's own work, such as disk writes, is excluded. The floor is one loop over the same steps
 * that formats them, without statistics, checks or requests.
 */
export async function measureModule({ rounds }: Flags, _: Cleanup): Promise<Row[]> {
  const lua = lua51OfMachine ?? luaInWebAssembly
  const rows: Row[] = []
  for (const steps of lengths) {
    const frames = await interleaved(
      rounds,
      async () => {
        const ms = (await playAlone(lua, steps)).frames.map((frame) => frame.ms)
        return { longest: Math.max(...ms), all: ms.reduce((sum, one) => sum + one, 0) }
      },
      async () => {
        const all = Number(await lua.run(bareLoop(steps)))
        return { longest: all, all }
      },
    )
    const row = { path: 'module', unit: 'ms', floorIs: 'one bare loop over the same steps' } as const
    const what = `a play of ${steps.toLocaleString('en')} steps`
    rows.push(
      rowOf(
        { ...row, what: `${what}, its longest frame`, aim: { most: 4 } },
        frames,
        ({ longest }) => longest,
      ),
      rowOf({ ...row, what: `${what}, all frames` }, frames, ({ all }) => all),
    )
  }
  return rows
}

/** The same steps as text, by a simple loop. */
const bareLoop = (steps: number) => `
  local steps, texts = {}, {}
  for i = 1, ${steps} do steps[i] = { i * 0.0731, i % 50 == 0 and "Miss" or math.sin(i) * 0.03 } end
  local from = os.clock()
  for i, step in ipairs(steps) do
    texts[i] = step[2] == "Miss" and string.format('[%.6f,"Miss"]', step[1]) or string.format("[%.6f,%.6f]", step[1], step[2])
  end
  local text = "[" .. table.concat(texts, ",") .. "]"
  return (os.clock() - from) * 1000`
