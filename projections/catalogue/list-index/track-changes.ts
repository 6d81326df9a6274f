/**
 * Statements that maintain `changed_by` of a table: the transaction that last wrote one of these columns. It finds
 * exactly the rows that a snapshot has not seen, whatever the order of commits.
 */
export function trackChanges(schema: string, table: string, columns: readonly string[]): string {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
  return `
    create index ${table}_changed on ${schema}.${table} (changed_by);
    create function ${schema}.note_change_of_${table}() returns trigger language plpgsql as $$
    begin new.changed_by := pg_current_xact_id(); return new; end $$;
    create trigger ${table}_change before update on ${schema}.${table} for each row
    when (${row('old')} is distinct from ${row('new')}) execute function ${schema}.note_change_of_${table}()`
}

/** Definition of that column. */
export const changedBy = 'changed_by xid8 not null default pg_current_xact_id()'
