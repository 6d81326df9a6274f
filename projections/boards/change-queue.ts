/**
 * Statements that let boards be followed from outside of Postgres: every transaction that changes boards of the
 * generation leaves in `board_changes` the new version of each chart (a row without a player) and who changed on it
 * (rows without a version). Nothing of it is there, nor costs anything, while nobody follows. Unlogged: after a crash
 * of Postgres anyone who follows begins again.
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

/** Statements that take all of it away again. */
export function detachChangeQueue(schema: string): string {
  return [
    `drop function if exists ${schema}.queue_players() cascade`,
    `drop function if exists ${schema}.queue_versions() cascade`,
    `drop table if exists ${schema}.board_changes`,
  ].join(';\n')
}
