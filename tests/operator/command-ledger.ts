import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { smallPlay } from '../generators/small-play.ts'
import { type CommandOptions, command } from './command.ts'

export const ann = '00000001-0000-4000-8000-000000000000'
export const bob = '00000002-0000-4000-8000-000000000000'
export const cay = '00000004-0000-4000-8000-000000000000'
export const ofNobody = '00000003-0000-4000-8000-000000000000'
export const chart = 'aaaaaaaaaaaaaaaa'

/** A ledger with plays of Ann and Bob on one chart, and the command that runs on it. */
export interface CommandLedger {
  readonly given: FoldingLedger
  /** Runs `ledger` with these arguments, separated by spaces. */
  run(args: string, options?: Pick<CommandOptions, 'answer' | 'env'>): ReturnType<typeof command>
  addPlayer(id: string, alias: string): Promise<void>
  append(event: Positioned['event']): Promise<Position>
}

export async function commandLedger(): Promise<CommandLedger> {
  const given = await foldingLedger()
  await migrateIngest(given.database)
  async function addPlayer(id: string, alias: string) {
    await given.database.pool.query(
      `insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, preferred_leaderboards, created_at, updated_at)
       values ($1, $2, lower($2), $2, lower($2), '', $3, '{}', now(), now())`,
      [id, alias, Buffer.alloc(32)],
    )
  }
  const append = (event: Positioned['event']) =>
    given.ledger.append('events', { key: event.key, bytes: encodeAnyEvent(event) })

  await addPlayer(ann, 'Ann')
  const at = Date.UTC(2027, 0, 15, 8)
  await append(smallPlay({ playId: 1, player: ann, chart, at, offset: 0 }))
  await append(smallPlay({ playId: 2, player: ann, chart, at, offset: 0.04 }))
  await append(smallPlay({ playId: 3, player: bob, chart, at, offset: 0.03 }))
  await append(smallPlay({ playId: 4, player: bob, chart, at, offset: 0.01, passed: false }))
  await given.folded()
  return { given, run: (args, options) => command(given.url, args.split(' '), options), addPlayer, append }
}
