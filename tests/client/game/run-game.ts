import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Lua } from 'wasmoon-lua5.1'
import { z } from 'zod'
import { gameDisk } from './disk.ts'
import { type GameAnswer, gameNetwork } from './network.ts'
import type { Stage } from './world.ts'

const here = new URL('.', import.meta.url).pathname
const moduleFile = new URL('../../../dist/client/Stepledger.lua', import.meta.url).pathname

export interface GameOptions {
  /** Stands for the file system of the game: `/Save/…`, `/Themes/…`. */
  readonly folder: string
  readonly allowHosts?: string
  readonly localProfiles?: readonly string[]
  /** Local wall clock when the game starts; now by default. */
  readonly localTime?: Date
  readonly language?: string
  /** Nothing counts any more after this many operations on disk and network: a power cut. */
  readonly killAfter?: number
  /** Real seconds for each second of the game's network timeouts. */
  readonly timeoutScale?: number
  /** Fonts of the theme: by name, the file that has the letters. Simply Love's by default. */
  readonly fonts?: Readonly<Record<string, string>>
  /** The Lua files to load, the built module by default. */
  readonly modules?: readonly string[]
}

export const simplyLoveFonts = {
  'Common Normal': 'Miso/_miso light',
  'Common Bold': 'Wendy/_wendy small',
  'Wendy/_wendy small': 'Wendy/_wendy small',
}

export const screenLine = z.object({
  class: z.string(),
  name: z.string(),
  text: z.string(),
  x: z.number(),
  y: z.number(),
  zoom: z.number(),
  width: z.number(),
  height: z.number(),
  maxwidth: z.number(),
  align: z.string(),
  font: z.string(),
  color: z.array(z.number()),
})
export type ScreenLine = z.infer<typeof screenLine>

export type Game = Awaited<ReturnType<typeof startGame>>

/**
 * Starts the game: Lua 5.1 with what modules meet, and the real module in it. Its clock runs while frames are drawn.
 * What it asks of the network is really sent, what it writes lies in `folder`.
 */
export async function startGame(options: GameOptions) {
  const lua = await Lua.create()
  const operations: string[] = []
  const log: string[] = []
  const answers: { id: number; answer: GameAnswer }[] = []
  let dead = false
  const act = (operation: string) => {
    if (dead) return false
    operations.push(operation)
    if (options.killAfter !== undefined && operations.length >= options.killAfter) dead = true
    return true
  }
  const disk = gameDisk(options.folder, act)
  let timeoutScale = options.timeoutScale ?? 1
  const network = gameNetwork(
    (id, answer) => answers.push({ id, answer }),
    act,
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
  for (const file of ['engine.lua', 'data.lua', 'actors.lua', 'theme.lua', 'screens.lua'])
    lua.doStringSync(await readFile(join(here, file), 'utf8'))
  const globalsBefore = globals()
  const world = {
    players: {},
    preferences: { HttpAllowHosts: options.allowHosts ?? '*.groovestats.com,127.0.0.1,*.itgmania.com' },
    localProfiles: options.localProfiles ?? [],
    fonts: options.fonts ?? simplyLoveFonts,
    ...(options.language === undefined ? {} : { language: options.language }),
  }
  run('setWorld', JSON.stringify(world))
  const modules = options.modules ?? [await readFile(moduleFile, 'utf8')]
  for (const [nth, source] of modules.entries()) run('loadModule', source, `Stepledger${nth}.lua`)

  /** Calls a function of the stubs; texts are the only arguments that cross without loss. */
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
    setWall: (time: Date) => {
      wall = time
    },
    /** Globals that the module has left behind. */
    newGlobals: () =>
      globals()
        .split(' ')
        .filter((name) => !globalsBefore.split(' ').includes(name)),
    /** What the real game would have shown as errors of the script. */
    scriptErrors: () => atEnd ?? scriptErrors(),
    evaluate: (source: string) => lua.doStringSync(source),
    /** Draws frames, a sixtieth of a second each by default. */
    draw(frames: number, seconds = 1 / 60) {
      for (let i = 0; i < frames && !dead; i++) {
        for (const { id, answer } of answers.splice(0)) run('answerArrived', id, JSON.stringify(answer))
        wall = new Date(wall.getTime() + seconds * 1000)
        run('drawFrame', seconds)
      }
    },
    screen(name: string) {
      run('showScreen', name)
      game.draw(3)
    },
    /**
     * Plays a stage, up to the first frames of the evaluation screen. `fade`: frames between the end of the song and
     * that screen; the theme's own are 1.5 s.
     */
    play(stage: Stage, evaluation = 'ScreenEvaluationStage', fade = 0) {
      game.playSong(stage)
      game.draw(fade)
      game.screen(evaluation)
    },
    /** Plays a song up to its end: the evaluation screen is yet to come. */
    playSong(stage: Stage) {
      run('setWorld', JSON.stringify({ ...world, ...stage }))
      lua.doStringSync('beginStage()')
      game.screen('ScreenGameplay')
      game.draw(3)
      lua.doStringSync('playSong() finishStage()')
    },
    /** Plays the songs of a course. */
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
    /** Who is at the machine, before a song. */
    join(stage: Pick<Stage, 'players'>) {
      run('setWorld', JSON.stringify({ ...world, ...stage }))
    },
    /** On the song wheel, with the cursor on a chart that the theme has read. */
    hover(stage: Stage) {
      run('setWorld', JSON.stringify({ ...world, ...stage }))
      if (run('screenName') !== 'ScreenSelectMusic') game.screen('ScreenSelectMusic')
      run('hover')
      game.draw(1)
    },
    /** On to the song wheel, as after every stage. */
    next() {
      lua.doStringSync('leaveStage()')
      game.screen('ScreenSelectMusic')
    },
    press: (button: string, player: string) => run('pressButton', button, player),
    /** Which of the theme's panes a side of the evaluation shows; 0 for none. */
    paneShown: (side: 'P1' | 'P2') => Number(run('paneShown', side)),
    /** What can be read on the screen. */
    lines: (): ScreenLine[] => z.array(screenLine).parse(JSON.parse(String(run('readScreen')))),
    text: () =>
      game
        .lines()
        .filter(({ class: kind, text }) => kind === 'BitmapText' && text !== '')
        .map(({ text }) => text)
        .join(' '),
    /** Draws until it is so. Nothing is under way: time flies; else it runs as in the real world. */
    async until(what: string, isSo: () => boolean | Promise<boolean>, limitMs = 30_000) {
      const deadline = performance.now() + limitMs
      let last = performance.now()
      for (;;) {
        if (await isSo()) return
        if (dead) return
        if (performance.now() > deadline)
          throw new Error(`never: ${what}\n${game.text()}\n${log.join('\n')}\n${game.scriptErrors()}`)
        await new Promise((resolve) => setImmediate(resolve))
        const now = performance.now()
        game.draw(1, network.busy() ? Math.max(1 / 60, (now - last) / 1000) : 0.25)
        last = now
      }
    },
    /** The player leaves the game in an orderly way. */
    quit() {
      network.quit()
      for (const { id, answer } of answers.splice(0)) run('answerArrived', id, JSON.stringify(answer))
      end()
    },
    /** The plug is pulled. */
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

/** A profile with a key in it. Its folder as the game names it. */
export async function profileIn(folder: string, id: string, ini: string | null): Promise<string> {
  const path = `/Save/LocalProfiles/${id}/`
  await mkdir(join(folder, path), { recursive: true })
  if (ini !== null) await writeFile(join(folder, path, 'Stepledger.ini'), ini)
  return path
}

/** Lines of the journal in a profile. */
export async function journalOf(folder: string, profile: string): Promise<string[]> {
  const dir = join(folder, profile, 'Stepledger')
  const files = await readdir(dir).catch(() => [])
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.jsonl')).map((file) => readFile(join(dir, file), 'utf8')),
  )
  return texts
    .join('')
    .split('\n')
    .filter((text) => text !== '')
}
