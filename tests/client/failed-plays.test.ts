import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { compileRules } from '@stepledger/projections/scoring/score-play.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createProfile, journalOf } from './game/profiles.ts'
import { recordedStage, recording, recordings } from './game/recordings.ts'
import { startGame } from './game/run-game.ts'
import { type Stage, stageOf, withPlayer } from './game/world.ts'

/** Replays recordings of the real game, and compares the server's scores with those of the game. */
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-failed-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const line = z.object({ play: z.looseObject({ hash: z.string() }) })

/** Returns the body that the module writes to the journal for a stage. Its server is unreachable. */
async function bodyOf(stageIn: (profile: string) => Stage): Promise<Record<string, unknown>> {
  const profile = await createProfile(
    folder,
    '00000000',
    '[Stepledger]\nApiKey=sl_key\nHost=http://127.0.0.1:9\n',
  )
  const game = await startGame({ folder })
  game.play(stageIn(profile))
  await game.waitFor('the play in the journal', async () => (await journalOf(folder, profile)).length === 1)
  expect([game.scriptErrors(), game.log.filter((text) => text.includes('failed'))]).toEqual(['', []])
  game.quit()
  const [text = ''] = await journalOf(folder, profile)
  return line.parse(JSON.parse(text)).play
}

function scoresOf(body: Record<string, unknown>, counts: readonly ChartCounts[] | null) {
  const read = readPlayBody(body, String(body.hash))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const scored = compileRules(firstRules).score(playToScore(packPlay(read.body).data, counts))
  const of = (name: string) => percentText(scored.systems.find((s) => s.name === name)?.hundredths ?? -1)
  return { ex: of('EX'), itg: of('ITG') }
}

const lifebar = z.array(z.object({ x: z.number(), y: z.number() }))

describe('a failed or given-up play', () => {
  it.each(recordings)(
    'has the scores that the game has computed, also on an unknown chart: %s',
    async (name) => {
      const recorded = await recording(name)
      const body = await bodyOf((profile) => recordedStage(recorded, profile))
      const { rows, radar, ex, itg } = recorded
      const { Holds, Rolls, Mines } = radar
      const counts = [{ rows, holds: Holds[1], rolls: Rolls[1], mines: Mines[1] }]
      for (const known of [counts, null]) expect(scoresOf(body, known)).toEqual({ ex, itg })
      expect(body).toMatchObject({ passed: false, gaveUp: recorded.gaveUp })
    },
  )

  it('has a life bar in song seconds, from the first step to the last', async () => {
    const recorded = await recording('rate-1.5')
    const points = lifebar.parse((await bodyOf((profile) => recordedStage(recorded, profile))).lifebarInfo)
    expect(points).toHaveLength(100)
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b))
    expect([points[0]?.x, points.at(-1)?.x]).toEqual([recorded.first, recorded.last])
  })
})

describe('a play that the game has not failed', () => {
  const empty = [
    [0, 0.5],
    [60, 0],
    [80, 0.3],
  ] as const
  it.each([
    [
      'emptied the bar with fail off',
      { FailSetting: 'FailType_Off' },
      empty,
      { failType: 'Off', lifeRanOut: true },
    ],
    [
      'never emptied the bar with fail off',
      { FailSetting: 'FailType_Off' },
      [[0, 0.5]] as const,
      { failType: 'Off', lifeRanOut: false },
    ],
    [
      'refilled the bar before the end of the song',
      { FailSetting: 'FailType_EndOfSong' },
      empty,
      { failType: 'EndOfSong', lifeRanOut: true },
    ],
  ])('says that the player %s', async (_what, options, lives, expected) => {
    const body = await bodyOf((profile) =>
      withPlayer(stageOf({ seed: 42, folder: profile }), { options, lives }),
    )
    expect(body).toMatchObject({ passed: true, ...expected })
  })
})
