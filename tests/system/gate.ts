import type { Database } from '@stepledger/services/platform/database/database.ts'
import { vi } from 'vitest'

/** Holds, while it is closed, whoever comes by one place in the database. */
export interface Gate {
  close(): Promise<void>
  open(): Promise<void>
  /** When somebody stands there. */
  reached(): Promise<void>
  /** When nobody does any more. */
  left(): Promise<void>
}

/**
 * Makes a gate, open. It lies in the database itself, so it outlives every process that is killed.
 * `database`: how to reach it now. `before`: of a trigger or an event trigger, what comes by, such as `before update on t for each row`.
 */
export async function gateIn(database: () => Database, name: string, before: string): Promise<Gate> {
  const kind = before.startsWith('on ddl_command_start') ? 'event trigger' : 'trigger'
  const run = (sql: string) => database().pool.query(sql)
  await run(`
    create table public.gate_${name} (open boolean not null);
    insert into public.gate_${name} values (true);
    create function public.pass_${name}() returns ${kind.replace(' ', '_')} language plpgsql as $$
    declare
      called text := current_setting('application_name');
    begin
      if not (select open from public.gate_${name}) then
        perform set_config('application_name', 'at gate ${name}', true);
        while not (select open from public.gate_${name}) loop perform pg_sleep(0.01); end loop;
        perform set_config('application_name', called, true);
      end if;
      ${kind === 'trigger' ? 'return new;' : ''}
    end $$;
    create ${kind} gate_${name} ${before} execute function public.pass_${name}()`)
  const standing = async () => {
    const { rowCount } = await run(
      `select from pg_stat_activity where application_name = 'at gate ${name}' and state = 'active'`,
    )
    return rowCount !== 0
  }
  const patience = { timeout: 300_000, interval: 10 }
  return {
    close: async () => void (await run(`update public.gate_${name} set open = false`)),
    open: async () => void (await run(`update public.gate_${name} set open = true`)),
    reached: () => vi.waitUntil(standing, patience).then(() => {}),
    left: () => vi.waitUntil(async () => !(await standing()), patience).then(() => {}),
  }
}

/** In the middle of every switch of generations: all is folded, and the row that says which is live is about to change. */
export function switchGate(database: () => Database): Promise<Gate> {
  return gateIn(database, 'switch', 'before update on projector.live for each row')
}
