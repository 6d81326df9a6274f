import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { announcedCompetitions } from '@stepledger/services/competition-streams.ts'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type CommandOptions, command } from './command.ts'

export const slug = 'blue-shift'
export const start = Date.UTC(2025, 11, 1, 18)
export const day = 86_400_000
export const [ann, bob, cay] = [playerNumber(1), playerNumber(2), playerNumber(3)]
export const first = 'a'.repeat(16)
export const second = 'b'.repeat(16)
export const unknownChart = 'c'.repeat(16)

/** A ledger with three players who have played two charts, all folded. */
export interface CompetitionFixture {
  readonly given: FoldingLedger
  /** Runs `ledger event` with these arguments. */
  run(words: string, options?: CommandOptions): ReturnType<typeof command>
  play(of: Parameters<typeof smallPlay>[0]): Promise<void>
  /** Writes a JSON file; returns its path. */
  fileWith(name: string, content: unknown): Promise<string>
  /** The state of an event according to the ledger. */
  announced(of?: string): Promise<CompetitionState | undefined>
  close(): Promise<void>
}

/** The projector logs into `logged`. */
export async function competitionFixture(logged: string[] = []): Promise<CompetitionFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-event-'))
  const given = await foldingLedger(logged)
  const play = async (of: Parameters<typeof smallPlay>[0]) => {
    const event = smallPlay(of)
    await given.ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })
  }
  await Promise.all(
    Object.entries({ Ann: ann, Bob: bob, Cay: cay }).map(([alias, id]) =>
      given.database.pool.query(
        `insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, preferred_leaderboards, created_at, updated_at)
         values ($1, $2, lower($2), $2, lower($2), '', $3, '{}', now(), now())`,
        [id, alias, Buffer.alloc(32)],
      ),
    ),
  )
  const at = start + day
  const [late, later] = [start + 7 * day + 1_800_000, start + 8 * day]
  await play({ playId: 1, player: ann, chart: first, at, offset: 0 })
  await play({ playId: 2, player: bob, chart: first, at, offset: 0.03 })
  // Her best play is half an hour after the end of the first week.
  await play({ playId: 3, player: cay, chart: first, at, offset: 0.05 })
  await play({ playId: 4, player: cay, chart: first, at: late, offset: 0.02 })
  await play({ playId: 5, player: cay, chart: second, at: later, offset: 0.02, title: 'Second' })
  await given.folded()
  return {
    given,
    run: (words, options) => command(given.url, ['event', ...words.split(' ')], options),
    play,
    async fileWith(name, content) {
      const file = join(folder, `${name}.json`)
      await writeFile(file, JSON.stringify(content))
      return file
    },
    announced: async (of = slug) => (await announcedCompetitions(given.ledger)).get(of),
    async close() {
      await given.close()
      await rm(folder, { recursive: true })
    },
  }
}
