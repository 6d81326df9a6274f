import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { journalOf, profileIn, startGame } from './game/run-game.ts'
import { stageOf } from './game/world.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/**
 * The evaluation screen after a song of that length: what each frame took of the processor, ms, until the play was in the journal. Time on the clock would
 * count what else the machine does.
 */
async function framesOf(rows: number) {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-frames-'))
  folders.push(folder)
  // Nobody is at this address: what is measured is the game.
  const profile = await profileIn(
    folder,
    '00000000',
    '[Stepledger]\nApiKey=sl_key\nHost=http://127.0.0.1:9\n',
  )
  const game = await startGame({ folder })
  const stage = stageOf({ seed: 5, rows: 10, folder: profile })
  game.join(stage)
  game.screen('ScreenGameplay')
  // As the theme lists them; made there, as thousands take a while to cross.
  game.evaluate(`
    local rows = {}
    for i = 1, ${rows} do rows[i] = { i * 0.0731, i % 50 == 0 and "Miss" or math.sin(i) * 0.03 } end
    world.players.P1.rows = rows
    finishStage()
    showScreen("ScreenEvaluationStage")`)
  const frames: number[] = []
  while ((await journalOf(folder, profile)).length === 0) {
    if (frames.length > 1000) throw new Error(`not written down after 1000 frames\n${game.log.join('\n')}`)
    const from = process.cpuUsage()
    game.draw(1)
    const { user, system } = process.cpuUsage(from)
    frames.push((user + system) / 1000)
  }
  const [line = ''] = await journalOf(folder, profile)
  game.quit()
  return { frames, line }
}

describe('the frames of the evaluation screen', () => {
  it('a play of 1,000 steps is written down in the first; one of 20,000 is spread over twenty', async () => {
    // What is compiled on the way is not measured.
    await framesOf(20_000)
    const usual = await framesOf(1000)
    const marathon = await framesOf(20_000)

    const told = (frames: readonly number[]) => {
      const sorted = frames.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1)
      return `${frames.length} frames, ms of CPU each: median ${at(0.5)}, longest ${at(1)}`
    }
    process.stdout.write(
      `\nLua 5.1 in WebAssembly. 1,000 steps: ${told(usual.frames)}. 20,000 steps: ${told(marathon.frames)}; the last one writes the journal, ${marathon.line.length} bytes.\n`,
    )
    expect(usual.frames).toHaveLength(1)
    expect(marathon.frames).toHaveLength(20)
    const { play } = JSON.parse(marathon.line)
    expect(play.timingData).toHaveLength(20_000)
    expect(play.timingData[49]).toEqual([3.655, 'Miss'])
  })
})
