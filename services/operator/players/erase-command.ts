import {
  readLiveGeneration,
  type StoredGeneration,
  schemaOf,
} from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import { deleteLeftovers, erasePlayer } from '../../accounts/erasure/erase-player.ts'
import { filesOf, ownPictureOf } from '../../accounts/erasure/player-files.ts'
import { endErasures } from '../../accounts/erasure/scrub-tables.ts'
import { accountByAlias } from '../../accounts/players/account-by-alias.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import { recordAction } from '../audit/record-action.ts'
import { awaitFold } from '../await-live.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { failed } from '../decide.ts'
import { aligned, count } from '../format-text.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { noSuchPlayer } from './no-such-player.ts'

export function eraseCommand({ output, run }: CommandContext): Command {
  return new Command('erase')
    .description(
      'permanently erase a player: the account, all plays and files; without --yes shows what would be deleted',
    )
    .argument('<alias>', 'alias of the player')
    .option('--yes', 'do it')
    .option('--json', 'print one JSON document')
    .notes(`
Without --yes nothing is done. Cannot be undone: events stay in the ledger under an id that no
longer identifies anybody. If interrupted, it is completed by a running server, by the next one, or
by the same command. Exits with 1 when the player does not exist.`)
    .action(async (alias: string, { yes }: { yes?: true }) => {
      await run(async (store) => {
        const player = await accountByAlias(accountsDatabase(store.database), alias)
        if (!player) return noSuchPlayer(output, alias)
        const live = await readLiveGeneration(store.database)
        const preview = await previewErasure(store, player.id, live)
        const name = printable(player.alias)
        if (!yes)
          return {
            document: { playerId: player.id, alias: player.alias, outcome: 'shown', ...preview },
            text: [...lines(preview), `Nothing was done. --yes erases ${name}.`],
          }
        const { outcome, sentence } = await erase(store, player.id)
        return {
          document: { playerId: player.id, outcome, ...preview },
          text: `${name} is erased${sentence}`,
        }
      })
    })

  async function erase(store: Store, playerId: string) {
    const mailer = await store.openMailer()
    try {
      const storage = await store.openStorage()
      const deps = { ...store, storage, mailer, now: Date.now, handle: handleOn(store) }
      await recordAction(store, { what: 'A player erased' })
      const position = await erasePlayer(deps, playerId, output.signal).catch(failed)
      // A running server deletes the leftovers itself, once no request in flight can still write data of the player.
      if (store.server === null) {
        await deleteLeftovers(deps, playerId, output.signal)
        await endErasures(store.database, output.log, [playerId])
      }
      if (position && (await awaitFold(store, position, output.signal)))
        return { outcome: 'erased', sentence: ', and no page shows it.' }
      const sentence =
        store.server === null
          ? '. The plays leave the boards at the next start of the server.'
          : '. No projector has folded it yet; the plays leave the boards when one does.'
      return { outcome: 'appended', sentence }
    } finally {
      await mailer.close()
    }
  }
}

function lines(preview: ErasurePreview): string[] {
  const rows: [string, number][] = [
    ['Plays', preview.plays],
    ['Rivals', preview.rivals],
    ['Rival of', preview.rivalOf],
    ['Sessions', preview.sessions],
    ['API keys', preview.apiKeys],
    ['Passkeys', preview.passkeys],
    ['Mails to be sent', preview.mails],
    ['Uploads of packs', preview.uploads],
    ['Files', preview.files],
    ['Entries of the history', preview.history],
  ]
  return aligned(
    rows.map(([what, n]) => [what, count(n)]),
    [1],
  )
}

/** Numbers of rows of a player that an erasure deletes. */
const counts = z.object({
  sessions: z.int(),
  apiKeys: z.int(),
  passkeys: z.int(),
  mails: z.int(),
  history: z.int(),
  uploads: z.int(),
  plays: z.int(),
  rivals: z.int(),
  rivalOf: z.int(),
})
type ErasurePreview = z.infer<typeof counts> & { readonly files: number }

/** Counts what an erasure would delete. Plays and rivals are counted in the live generation. */
async function previewErasure(
  { database }: Pick<Store, 'database'>,
  playerId: string,
  live: StoredGeneration | null,
): Promise<ErasurePreview> {
  const g = live && schemaOf(live.id)
  const shown = (name: string, from: string) =>
    g === null ? `0 AS "${name}"` : `(SELECT count(*) FROM ${g}.${from}) AS "${name}"`
  const own = (name: string, table: string) =>
    `(SELECT count(*) FROM accounts.${table} WHERE player_id = $1) AS "${name}"`
  const { rows } = await database.pool.query(
    `SELECT ${[
      own('sessions', 'sessions'),
      own('apiKeys', 'api_keys'),
      own('passkeys', 'passkeys'),
      own('mails', 'mails'),
      own('history', 'audit'),
      '(SELECT count(*) FROM catalogue.uploads WHERE uploader = $1) AS uploads',
      shown('plays', 'plays WHERE player = $1'),
      shown('rivals', 'rivals WHERE player = $1'),
      shown('rivalOf', 'rivals WHERE rival = $1'),
    ].join(', ')}`,
    [playerId],
  )
  const files = await filesOf(database, playerId)
  const picture = await ownPictureOf(database, playerId)
  return { ...z.tuple([counts]).parse(rows)[0], files: files.length + (picture === null ? 0 : 1) }
}
