import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Lua } from 'wasmoon-lua5.1'
import { z } from 'zod'
import { type ScreenLine, screenLine, simplyLoveFonts } from './screen-lines.ts'
import { stageOf } from './world.ts'

const here = new URL('.', import.meta.url).pathname
const builtModule = new URL('../../../dist/client/module/Stepledger.lua', import.meta.url).pathname

const output = z.object({
  frames: z.array(
    z.object({
      ms: z.number(),
      instructions: z.number(),
      written: z.number(),
      read: z.number(),
      onDisk: z.boolean(),
    }),
  ),
  globals: z.array(z.string()),
  requests: z.array(z.string()),
  screen: z.array(screenLine),
  errors: z.string(),
  log: z.string(),
  left: z.string(),
})

/**
 * Measurements of a play. `frames`: those of the evaluation screen, with the cost of the module's own Lua in ms of CPU,
 * or in Lua instructions if they are counted, and the bytes written to and read from the disk. `journal`: as it was
 * first written; `left`: as it was at the end.
 */
export interface Alone extends Omit<z.infer<typeof output>, 'screen'> {
  readonly screen: readonly ScreenLine[]
  readonly journal: string
}

/** A Lua 5.1 that runs a script and returns its result. */
export interface Lua51 {
  readonly name: string
  readonly run: (script: string) => Promise<string>
}

export const luaInWebAssembly: Lua51 = {
  name: 'Lua 5.1 in WebAssembly',
  async run(script) {
    const lua = await Lua.create()
    try {
      return String(lua.doStringSync(script))
    } finally {
      lua.global.close()
    }
  },
}

/** The installed `lua5.1`, or null. */
export const lua51OfMachine: Lua51 | null =
  spawnSync('lua5.1', ['-v']).error === undefined
    ? {
        name: 'lua5.1',
        async run(script) {
          const input = `io.write((function() ${script}\nend)())`
          const { status, stdout, stderr } = spawnSync('lua5.1', ['-'], {
            input,
            encoding: 'utf8',
            maxBuffer: 64 * 1024 * 1024,
          })
          if (status !== 0) throw new Error(stderr)
          return stdout
        },
      }
    : null

/**
 * Runs the built module in a game of pure Lua, from the end of a song with that many steps until the screen shows that
 * the play is saved.
 */
export async function playAlone(lua: Lua51, steps: number, counting = false): Promise<Alone> {
  const world = {
    fonts: simplyLoveFonts,
    ...stageOf({ seed: 5, rows: 10, folder: '/Save/LocalProfiles/00000000/' }),
    preferences: { HttpAllowHosts: '*.groovestats.com,127.0.0.1,*.itgmania.com' },
  }
  const files = {
    engine: 'engine.lua',
    actors: 'actors.lua',
    stage: 'stage.lua',
    theme: 'theme.lua',
    screens: 'screens.lua',
  }
  const sources = await Promise.all(
    Object.entries(files).map(
      async ([name, file]) => `${name} = ${long(await readFile(join(here, file), 'utf8'))}`,
    ),
  )
  const text = await lua.run(`
    ${await readFile(join(here, 'alone.lua'), 'utf8')}
    return playAlone({ ${sources.join(', ')}, module = ${long(await readFile(builtModule, 'utf8'))} },
      ${long(JSON.stringify(world))}, ${steps}, ${counting})`)
  const end = text.indexOf('\n')
  return { ...output.parse(JSON.parse(text.slice(0, end))), journal: text.slice(end + 1) }
}

/** A Lua string without escapes. */
const long = (text: string) => `[=====[\n${text}]=====]`
