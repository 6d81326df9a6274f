import type { Database } from '@stepledger/services/platform/database/database.ts'
import type pg from 'pg'
import { vi } from 'vitest'

/** A breakpoint in the database: while it is closed, it blocks every statement that reaches it. */
export interface Gate {
  close(): Promise<void>
  open(): Promise<void>
  /** Resolves when a statement is blocked. */
  reached(): Promise<void>
}

/**
 * Creates an open gate. It is a trigger in the database, so it survives killed processes. `database`: the current
 * connection. `before`: the trigger's event, such as `before update on t for each row`.
 */
export async function triggerGate(database: () => Database, name: string, before: string): Promise<Gate> {
  const run = (sql: string) => database().pool.query(sql)
  await run(`
    create table public.gate_${name} (open boolean not null);
    insert into public.gate_${name} values (true);
    grant select on public.gate_${name} to public;
    create function public.pass_${name}() returns trigger language plpgsql as $$
    declare
      called text := current_setting('application_name');
    begin
      if not (select open from public.gate_${name}) then
        perform set_config('application_name', 'at gate ${name}', true);
        while not (select open from public.gate_${name}) loop perform pg_sleep(0.01); end loop;
        perform set_config('application_name', called, true);
      end if;
      return new;
    end $$;
    create trigger gate_${name} ${before} execute function public.pass_${name}()`)
  const standing = async () => {
    const { rowCount } = await run(
      `select from pg_stat_activity where application_name = 'at gate ${name}' and state = 'active'`,
    )
    return rowCount !== 0
  }
  return {
    close: async () => void (await run(`update public.gate_${name} set open = false`)),
    open: async () => void (await run(`update public.gate_${name} set open = true`)),
    reached: () => vi.waitUntil(standing, patience).then(() => {}),
  }
}

/**
 * A gate before operations that lock the table exclusively, such as adding keys. It is a lock, so it disappears when
 * the database ends.
 */
export function lockGate(database: () => Database, table: string): Gate {
  let holder: pg.Client | null = null
  const stands = async () => {
    const { rowCount } = await database().pool.query(
      "select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and not granted",
      [table],
    )
    return rowCount !== 0
  }
  return {
    async close() {
      holder = await database().connect('holder of a gate')
      await holder.query(`begin; lock table ${table} in access share mode`)
    },
    async open() {
      await holder?.end()
    },
    reached: () => vi.waitUntil(stands, patience).then(() => {}),
  }
}

const patience = { timeout: 300_000, interval: 10 }

/**
 * A gate in the middle of every switch of generations: everything is folded, and `projector.live` is about to change.
 */
export function switchGate(database: () => Database): Promise<Gate> {
  return triggerGate(database, 'switch', 'before update on projector.live for each row')
}
