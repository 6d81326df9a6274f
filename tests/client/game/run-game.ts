import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Lua } from 'wasmoon-lua5.1'
import { z } from 'zod'
import { gameDisk } from './disk.ts'
import { type GameResponse, gameNetwork } from './network.ts'
import { readCodes } from './read-codes.ts'
import { type ScreenLine, screenLine, simplyLoveFonts } from './screen-lines.ts'
import type { Stage } from './world.ts'

const here = new URL('.', import.meta.url).pathname
const moduleFile = new URL('../../../dist/client/module/Stepledger.lua', import.meta.url).pathname

export interface GameOptions {
  /** Root of the game's file system: `/Save/…`, `/Themes/…`. */
  readonly folder: string
  readonly allowHosts?: string
  readonly localProfiles?: readonly string[]
  /** Local wall clock when the game starts; now by default. */
  readonly localTime?: Date
  readonly language?: string
  /** Further preferences of the game. */
  readonly preferences?: Readonly<Record<string, unknown>>
  /** Simulates a power cut: after this many operations on disk and network, none has an effect. */
  readonly killAfter?: number
  /** The same, before the first operation for which this is true. */
  readonly killBefore?: (operation: string) => boolean
  /** Real seconds for each second of the game's network timeouts. */
  readonly timeoutScale?: number
  /** Fonts of the theme: by name, the file that has the letters. */
  readonly fonts?: Readonly<Record<string, string>>
  /** Texts of the Lua files to load; the built module by default. */
  readonly modules?: readonly string[]
}

export type Game = Awaited<ReturnType<typeof startGame>>

/**
 * Starts the game: Lua 5.1 with stubs of the game's API, and the built module. Its clock advances with each frame.
 * Requests are really sent, files are written to `folder`.
 */
export async function startGame(options: GameOptions) {
  const lua = await Lua.create()
  const operations: string[] = []
  const log: string[] = []
  const responses: { id: number; response: GameResponse }[] = []
  let dead = false
  const permit = (operation: string) => {
    dead ||= options.killBefore?.(operation) ?? false
    if (dead) return false
    operations.push(operation)
    if (options.killAfter !== undefined && operations.length >= options.killAfter) dead = true
    return true
  }
  const disk = gameDisk(options.folder, permit)
  let timeoutScale = options.timeoutScale ?? 1
  const network = gameNetwork(
    (id, response) => responses.push({ id, response }),
    permit,
    () => timeoutScale,
  )
  let wall = options.localTime ?? new Date()

  Object.assign(lua.ctx, {
    ...disk.functions,
    ...network.functions,
    hostUuid: () => randomUUID(),
    hostSha1: (text: string) => createHash('sha1').update(text).digest('hex'),
    hostLocalTime: () => localText(wall),
    hostTrace: (text: string) => void log.push(text),
  })
  for (const file of ['engine.lua', 'data.lua', 'actors.lua', 'stage.lua', 'theme.lua', 'screens.lua'])
    lua.doStringSync(await readFile(join(here, file), 'utf8'))
  const globalsBefore = globals()
  const world = {
    players: {},
    preferences: {
      HttpAllowHosts: options.allowHosts ?? '*.groovestats.com,127.0.0.1,*.itgmania.com',
      ...options.preferences,
    },
    localProfiles: options.localProfiles ?? [],
    fonts: options.fonts ?? simplyLoveFonts,
    ...(options.language === undefined ? {} : { language: options.language }),
  }
  run('setWorld', JSON.stringify(world))
  const modules = options.modules ?? [await readFile(moduleFile, 'utf8')]
  for (const [nth, source] of modules.entries()) run('loadModule', source, `Stepledger${nth}.lua`)

  /** Calls a function of the stubs. Arguments are texts and numbers: tables don't convert without loss. */
  function run(name: string, ...args: (string | number)[]): unknown {
    for (const [nth, arg] of args.entries()) lua.ctx[`arg${nth}`] = arg
    const names = args.map((_, nth) => `arg${nth}`)
    return lua.doStringSync(`return ${name}(${names.join(', ')})`)
  }

  function globals(): string {
    return String(
      lua.doStringSync(
        `local names = {} for name in pairs(_G) do if not tostring(name):find("^arg%d") then names[#names + 1] = tostring(name) end end
         table.sort(names) return table.concat(names, " ")`,
      ),
    )
  }

  const scriptErrors = () => String(lua.doStringSync('return table.concat(scriptErrors, "\\n")'))
  let atEnd: string | null = null
  const end = () => {
    atEnd = scriptErrors()
    dead = true
    lua.global.close()
  }

  const game = {
    operations,
    log,
    disk,
    network,
    isDead: () => dead,
    hasEnded: () => atEnd !== null,
    setTimeoutScale: (scale: number) => {
      timeoutScale = scale
    },
    /** Globals that the module has created. */
    newGlobals: () =>
      globals()
        .split(' ')
        .filter((name) => !globalsBefore.split(' ').includes(name)),
    /** Lua errors that the real game would show on the screen. */
    scriptErrors: () => atEnd ?? scriptErrors(),
    evaluate: (source: string) => lua.doStringSync(source),
    /** Draws frames of `seconds` each. */
    draw(frames: number, seconds = 1 / 60) {
      for (let i = 0; i < frames && !dead; i++) {
        for (const { id, response } of responses.splice(0))
          run('responseArrived', id, JSON.stringify(response))
        wall = new Date(wall.getTime() + seconds * 1000)
        run('drawFrame', seconds)
      }
    },
    screen(name: string) {
      run('showScreen', name)
      game.draw(3)
    },
    /** Plays a stage, up to the first frames of the evaluation screen. */
    play(stage: Stage) {
      game.playSong(stage)
      game.screen('ScreenEvaluationStage')
    },
    /** Plays a song up to its end, before the evaluation screen. `beforeSteps` runs before the first step. */
    playSong(stage: Stage, beforeSteps: () => void = () => {}) {
      run('setWorld', JSON.stringify({ ...world, ...stage }))
      lua.doStringSync('beginStage()')
      game.screen(stage.style === 'routine' ? 'ScreenGameplayShared' : 'ScreenGameplay')
      game.draw(3)
      beforeSteps()
      lua.doStringSync('playSong() finishStage()')
    },
    /** Plays the songs of a course, up to the first frames of the evaluation screen. */
    async playCourse(songs: readonly Stage[]) {
      lua.doStringSync('beginStage()')
      for (const [nth, song] of songs.entries()) {
        for (const { steps } of Object.values(song.players)) {
          const path = join(options.folder, String(steps.file))
          await mkdir(dirname(path), { recursive: true })
          await writeFile(path, '#NOTES:\n0001\n;\n')
        }
        run('setWorld', JSON.stringify({ ...world, ...song, course: true }))
        if (nth === 0) game.screen('ScreenGameplay')
        game.draw(30)
        lua.doStringSync('playSong()')
        if (nth < songs.length - 1) lua.doStringSync('MESSAGEMAN:Broadcast("ChangeCourseSongOut")')
      }
      lua.doStringSync('finishStage()')
      game.draw(90)
      game.screen('ScreenEvaluationNonstop')
    },
    /** Joins the players of a stage. */
    join(stage: Pick<Stage, 'players'>) {
      run('setWorld', JSON.stringify({ ...world, ...stage }))
    },
    /** Moves the cursor of the song wheel to the chart of a stage, which the theme has parsed. */
    hover(stage: Stage) {
      run('setWorld', JSON.stringify({ ...world, ...stage }))
      if (run('screenName') !== 'ScreenSelectMusic') game.screen('ScreenSelectMusic')
      run('hover')
      game.draw(1)
    },
    /** Leaves the evaluation for the song wheel. */
    backToWheel() {
      lua.doStringSync('leaveStage()')
      game.screen('ScreenSelectMusic')
    },
    /** Presses buttons, separated by commas, releases them in the same order, and draws a frame. */
    press(buttons: string, side: 'P1' | 'P2' = 'P1') {
      run('pressButton', buttons, `PlayerNumber_${side}`)
      game.draw(1)
    },
    /** Number of the theme's pane on a side of the evaluation; 0 if none is visible. */
    paneShown: (side: 'P1' | 'P2') => Number(run('paneShown', side)),
    /** What is visible on the screen. */
    lines: (): ScreenLine[] => z.array(screenLine).parse(JSON.parse(String(run('readScreen')))),
    /** Texts of the QR codes that are visible, from left to right; null for one that a decoder can't read. */
    codes: () => readCodes(String(run('readQuads')), game.lines()),
    text: () =>
      game
        .lines()
        .filter(({ class: kind, text }) => kind === 'BitmapText' && text !== '')
        .map(({ text }) => text)
        .join(' '),
    /**
     * Draws frames until the condition holds; throws with `what` after `limitMs`. While a request is in flight, the
     * game's time follows real time; otherwise it runs faster.
     */
    async waitFor(what: string, condition: () => boolean | Promise<boolean>, limitMs = 30_000) {
      const deadline = performance.now() + limitMs
      let last = performance.now()
      for (;;) {
        if (await condition()) return
        if (dead) return
        if (performance.now() > deadline)
          throw new Error(
            `timed out waiting for: ${what}\n${game.text()}\n${log.join('\n')}\n${game.scriptErrors()}`,
          )
        await new Promise((resolve) => setImmediate(resolve))
        const now = performance.now()
        game.draw(1, network.busy() ? Math.max(1 / 60, (now - last) / 1000) : 0.25)
        last = now
      }
    },
    waitForText: (text: string) => game.waitFor(text, () => game.text().includes(text)),
    /** Ends the game regularly. */
    quit() {
      network.quit()
      for (const { id, response } of responses.splice(0)) run('responseArrived', id, JSON.stringify(response))
      end()
    },
    /** Ends the game as a power cut does. */
    kill() {
      network.kill()
      end()
    },
  }
  return game
}

function localText(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}
