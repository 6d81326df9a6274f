import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestClient } from '@stepledger/contracts/game-client/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Lua } from 'wasmoon-lua5.1'
import { buildClient, visualStyles } from './build-client.mjs'

const root = new URL('../..', import.meta.url).pathname
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-client-'))
  await buildClient(root, folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function namesIn(part: 'module' | 'theme'): Promise<string[]> {
  const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, part, '/').length))
    .sort()
}

describe('what players install into the game', () => {
  it('is a module with its language file, and a theme that contains it and no files of other themes', async () => {
    expect(await namesIn('module')).toEqual(['Stepledger.lua', 'Stepledger/en.ini'])
    const theme = await namesIn('theme')
    expect(theme).toEqual(
      expect.arrayContaining([
        'Stepledger/Modules/Stepledger.lua',
        'Stepledger/Languages/en.ini',
        'Stepledger/ThemeInfo.ini',
        'Stepledger/metrics.ini',
      ]),
    )
    expect(theme.filter((name) => !name.startsWith('Stepledger/'))).toEqual([])
    expect((await readdir(folder)).sort()).toEqual(['module', 'theme', 'version.json'])
  })

  it('has the files that Simply Love looks for in the folder of the current theme', async () => {
    const theme = await namesIn('theme')
    const banners = visualStyles.flatMap((style) =>
      Array.from(
        { length: 12 },
        (_, i) => `Graphics/_FallbackBanners/${style}/banner${i + 1} (doubleres).png`,
      ),
    )
    // A combo font is listed only if its picture and its ini have the name of their folder.
    const font = ['Stepledger 8x2 (doubleres).png', 'Stepledger.ini'].map(
      (name) => `Fonts/_Combo Fonts/Stepledger/${name}`,
    )
    const others = [
      'Graphics/_logos/dance.png',
      'Graphics/_HoldJudgments/Stepledger 1x2 (doubleres).png',
      'Other/CasualMode-Groups.txt',
      'Other/CasualMode-DefaultSong.txt',
    ]
    expect(theme).toEqual(
      expect.arrayContaining([...banners, ...font, ...others].map((name) => `Stepledger/${name}`)),
    )
  })

  it('has Lua that names its version', async () => {
    const lua = await readFile(join(folder, 'module/Stepledger.lua'), 'utf8')
    expect(lua).toContain(`-- Stepledger ${newestClient}:`)
    expect(lua).not.toMatch(/\bos\.|\bio\.|\bgoto\b|\/\/ /)
  })

  it('has a script that replaces the colours of the theme if their number is equal', async () => {
    const lua = await Lua.create()
    lua.ctx.script = await readFile(join(root, 'client/theme/Scripts/99 Stepledger.lua'), 'utf8')
    const colorsOf = (before: string) =>
      lua.doStringSync(`${before} loadstring(script)() return SL and table.concat(SL.Colors, " ")`)
    const twelve = Array.from({ length: 12 }, () => '"#000000"').join(',')
    expect(colorsOf(`SL = { Colors = {${twelve}} }`)).toMatch(/^(#[0-9A-F]{6} ?){12}$/)
    expect(colorsOf(`SL = { Colors = {${twelve}} }`)).not.toContain('#000000')
    expect(colorsOf('SL = { Colors = { "#000000" } }')).toBe('#000000')
    expect(colorsOf('SL = nil')).toBe(null)
  })

  // Only if it is installed; tests/client always runs the module in Lua 5.1 in WebAssembly.
  const interpreters = ['lua5.1'].filter((name) => spawnSync(name, ['-v']).error === undefined)
  it.each(interpreters)('has Lua that %s loads', (interpreter) => {
    const script = `
      os, io, package, require = nil, nil, nil, nil
      Def = setmetatable({}, { __index = function() return function(actor) return actor end end })
      local screens = loadfile(arg[1])()
      assert(screens.ScreenEvaluationStage and screens.ScreenSelectMusic)`
    const { status, stderr } = spawnSync(
      interpreter,
      ['-e', `arg = { "${join(folder, 'module/Stepledger.lua')}" } ${script}`],
      {
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([0, ''])
  })
})
