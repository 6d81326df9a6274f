/**
 * What an erasure does to a row with the id of the player:
 * - deleted: deleted by a statement of the erasure
 * - cleared: set to null by a statement of the erasure
 * - cascades: deleted with the row of accounts.players
 * - folded away: deleted by the fold of PlayerErased in every generation; `players` keeps a tombstone with only the id
 * - sent: a queued message, deleted once it is sent
 * - last: deleted after the leftovers
 * - digest: a one-way digest of the id, which is kept
 * - stays: holds no more than the id, and is deleted with its subject
 */
type Fate = 'deleted' | 'cleared' | 'cascades' | 'folded away' | 'sent' | 'last' | 'digest' | 'stays'

interface PlayerDataInventory {
  /** With its schema; `generation` stands for the schema of any generation. */
  readonly table: string
  readonly column: string
  readonly fate: Fate
}

/**
 * Every column that can contain a player id. tests/erasure/player-data-inventory.test.ts fails for a table keyed by
 * players that is missing here.
 *
 * Outside of tables: files in the storage (erase-player.ts), mails as files (`mailer.forget`), boards in Redis, which
 * follow the tables of the live generation, and rate-limit counters in Redis, which expire after a day at most. The report
 * in projector.preview names players by id, until the preview is dropped: at most a day after it was last requested.
 */
export const playerDataInventory: readonly PlayerDataInventory[] = [
  { table: 'accounts.players', column: 'id', fate: 'deleted' },
  { table: 'accounts.sessions', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.api_keys', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.permissions', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.alias_endings', column: 'player_id', fate: 'cascades' },
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
  { table: 'accounts.notification_settings', column: 'player_id', fate: 'cascades' },
  { table: 'accounts.outbox', column: 'player_id', fate: 'sent' },
  { table: 'accounts.operator_actions', column: 'player_id', fate: 'sent' },
  { table: 'accounts.operator_actions', column: 'operator', fate: 'sent' },
  { table: 'accounts.erasures', column: 'player_id', fate: 'last' },
  { table: 'ingest.claims', column: 'player', fate: 'deleted' },
  { table: 'ingest.rival_changes', column: 'player', fate: 'deleted' },
  { table: 'ingest.rival_changes', column: 'rival', fate: 'deleted' },
  { table: 'ingest.refusals', column: 'player', fate: 'deleted' },
  // Packs are kept without their uploader; uploads, rejected ones included, are private.
  { table: 'catalogue.uploads', column: 'uploader', fate: 'deleted' },
  { table: 'catalogue.packs', column: 'owner', fate: 'cleared' },
  { table: 'competitions.drafts', column: 'owner', fate: 'deleted' },
  { table: 'competitions.invited', column: 'player', fate: 'deleted' },
  { table: 'competitions.picture_uploads', column: 'player_id', fate: 'deleted' },
  { table: 'competitions.pictures', column: 'owner', fate: 'deleted' },
  { table: 'projector.countries', column: 'player', fate: 'deleted' },
  // Events that can't be folded, PlayerErased included, wait here for a retry.
  { table: 'projector.parked', column: 'key', fate: 'stays' },
  // Append-only, without personal data: docs/invariants.md. States of competitions repeat the ids of their organisers.
  { table: 'ledger.events', column: 'key', fate: 'stays' },
  // Groups packs by uploader: projections/catalogue/sources.
  { table: 'generation.packs', column: 'uploader', fate: 'digest' },
  { table: 'generation.chart_sources', column: 'uploader', fate: 'digest' },
  { table: 'generation.players', column: 'id', fate: 'folded away' },
  { table: 'generation.plays', column: 'player', fate: 'folded away' },
  { table: 'generation.player_charts', column: 'player', fate: 'folded away' },
  { table: 'generation.player_periods', column: 'player', fate: 'folded away' },
  { table: 'generation.player_quarters', column: 'player', fate: 'folded away' },
  { table: 'generation.player_totals', column: 'player', fate: 'folded away' },
  { table: 'generation.goals_reached', column: 'player', fate: 'folded away' },
  { table: 'generation.improvements', column: 'player', fate: 'folded away' },
  { table: 'generation.failed_bests', column: 'player', fate: 'folded away' },
  { table: 'generation.firsts', column: 'player', fate: 'folded away' },
  { table: 'generation.attempts', column: 'player', fate: 'folded away' },
  { table: 'generation.best', column: 'player', fate: 'folded away' },
  { table: 'generation.participants', column: 'player', fate: 'folded away' },
  { table: 'generation.event_scores', column: 'player', fate: 'folded away' },
  { table: 'generation.event_sums', column: 'player', fate: 'folded away' },
  { table: 'generation.event_rankings', column: 'players', fate: 'folded away' },
  { table: 'generation.event_days', column: 'player', fate: 'folded away' },
  { table: 'generation.standings_queue', column: 'player', fate: 'sent' },
  { table: 'generation.participants_queue', column: 'player', fate: 'sent' },
  // The queue of board changes for Redis; exists only while boards are kept in Redis.
  { table: 'generation.board_changes', column: 'player', fate: 'sent' },
  { table: 'generation.rivals', column: 'player', fate: 'folded away' },
  { table: 'generation.rivals', column: 'rival', fate: 'folded away' },
  { table: 'generation.passings', column: 'player', fate: 'folded away' },
  { table: 'generation.passings', column: 'rival', fate: 'folded away' },
]
