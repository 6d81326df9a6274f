/**
 * Statements that give a table `changed_by`: the transaction that wrote one of these columns of a row last. What a
 * snapshot has not seen of a list is found by it, exactly, whatever order transactions ended in.
 */
export function noteChanges(schema: string, table: string, columns: readonly string[]): string {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
  return `
    create index ${table}_changed on ${schema}.${table} (changed_by);
    create function ${schema}.note_change_of_${table}() returns trigger language plpgsql as $$
    begin new.changed_by := pg_current_xact_id(); return new; end $$;
    create trigger ${table}_change before update on ${schema}.${table} for each row
    when (${row('old')} is distinct from ${row('new')}) execute function ${schema}.note_change_of_${table}()`
}

/** The column that such a table has. */
export const changedBy = 'changed_by xid8 not null default pg_current_xact_id()'
