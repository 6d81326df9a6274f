/**
 * Statements that create a queue of board changes for a follower outside of Postgres. Every transaction that changes
 * boards of the generation inserts into `board_changes` the new version of each chart (a row without a player) and each
 * player with a changed entry (a row without a version). Without a follower the queue does not exist and costs nothing.
 * The table is unlogged: after a crash of Postgres a follower starts over.
 */
export function attachChangeQueue(schema: string): string {
  const queue = (name: string, columns: string) => `
    create or replace function ${schema}.${name}() returns trigger language plpgsql as $$
    begin
      insert into ${schema}.board_changes (${columns}) select distinct ${columns} from changed;
      return null;
    end $$`
  const trigger = (table: string, event: 'insert' | 'update' | 'delete', name: string) => `
    create or replace trigger ${name}_after_${event} after ${event} on ${schema}.${table}
    referencing ${event === 'delete' ? 'old' : 'new'} table as changed
    for each statement execute function ${schema}.${name}()`
  return [
    `create unlogged table if not exists ${schema}.board_changes (
      chart text collate "C" not null,
      version bigint,
      player uuid
    )`,
    `truncate ${schema}.board_changes`,
    queue('queue_players', 'chart, player'),
    queue('queue_versions', 'chart, version'),
    trigger('best', 'insert', 'queue_players'),
    trigger('best', 'update', 'queue_players'),
    trigger('best', 'delete', 'queue_players'),
    trigger('boards', 'insert', 'queue_versions'),
    trigger('boards', 'update', 'queue_versions'),
  ].join(';\n')
}

/** Statements that drop the queue and its triggers. */
export function detachChangeQueue(schema: string): string {
  return [
    `drop function if exists ${schema}.queue_players() cascade`,
    `drop function if exists ${schema}.queue_versions() cascade`,
    `drop table if exists ${schema}.board_changes`,
  ].join(';\n')
}
