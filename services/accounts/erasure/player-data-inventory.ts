/**
 * What happens to a row that names a player when the player is erased:
 * - deleted: by a statement of the erasure
 * - cleared: set to null by a statement of the erasure
 * - cascades: with the row of accounts.players
 * - folded away: by PlayerErased, in whichever generation; of the table of players a tombstone stays, which holds the
 *   id alone
 * - sent: a message to be sent, gone with the sending
 * - last: when what was under way has been deleted as well
 * - digest: a one-way digest of the id, which stays with what it is about and leads back to nobody
 * - stays: the id alone, and the row goes with what it is about
 */
export type Fate = 'deleted' | 'cleared' | 'cascades' | 'folded away' | 'sent' | 'last' | 'digest' | 'stays'

export interface PlayerDataInventory {
  /** With its schema; that of a generation is called `generation`. */
  readonly table: string
  /** Holds the id of a player. */
  readonly column: string
  readonly fate: Fate
}

/**
 * Every column of every schema that can hold the id of a player. A table that is keyed by a player and not in here
 * fails tests/erasure/kept-of-players.test.ts.
 *
 * Not in tables: files of the storage (player-files.ts), mails as files (`mailer.forget`), boards in Redis, which
 * follow the tables of the live generation, and the counts of limits in Redis, which expire by themselves, the last
 * after a day.
 */
export const playerDataInventory: readonly PlayerDataInventory[] = [
  { table: 'accounts.players', column: 'id', fate: 'deleted' },
  { table: 'accounts.sessions', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.api_keys', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.permissions', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.alias_looks', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.former_aliases', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.mails', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.mail_links', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.email_changes', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.passkeys', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.passkey_challenges', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.picture_uploads', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.downloads', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.audit', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.outbox', column: 'player_id', fate: 'sent' },
  { table: 'accounts.erasures', column: 'player_id', fate: 'last' },
  { table: 'ingest.claims', column: 'player', fate: 'deleted' },
  // Packs stay: they are named by ids of their own. Who uploaded them, and what was refused, is nobody else's to know.
  { table: 'catalogue.uploads', column: 'uploader', fate: 'deleted' },
  { table: 'catalogue.packs', column: 'owner', fate: 'cleared' },
  // Events that can't be folded, PlayerErased among them, wait there until they can.
  { table: 'projector.parked', column: 'key', fate: 'stays' },
  // Never rewritten, and without personal data: docs/invariants.md.
  { table: 'ledger.events', column: 'key', fate: 'stays' },
  // Which packs are of one uploader: projections/catalogue/sources.
  { table: 'generation.packs', column: 'uploader', fate: 'digest' },
  { table: 'generation.chart_sources', column: 'uploader', fate: 'digest' },
  { table: 'generation.players', column: 'id', fate: 'folded away' },
  { table: 'generation.plays', column: 'player', fate: 'folded away' },
  { table: 'generation.player_charts', column: 'player', fate: 'folded away' },
  { table: 'generation.player_periods', column: 'player', fate: 'folded away' },
  { table: 'generation.attempts', column: 'player', fate: 'folded away' },
  { table: 'generation.best', column: 'player', fate: 'folded away' },
  { table: 'generation.event_scores', column: 'player', fate: 'folded away' },
  { table: 'generation.event_sums', column: 'player', fate: 'folded away' },
  { table: 'generation.event_rankings', column: 'players', fate: 'folded away' },
  { table: 'generation.event_days', column: 'player', fate: 'folded away' },
  { table: 'generation.standings_queue', column: 'player', fate: 'sent' },
  // What Redis still has to hear of boards; it is there only while boards are kept in Redis.
  { table: 'generation.board_changes', column: 'player', fate: 'sent' },
  { table: 'generation.rivals', column: 'player', fate: 'folded away' },
  { table: 'generation.rivals', column: 'rival', fate: 'folded away' },
]
