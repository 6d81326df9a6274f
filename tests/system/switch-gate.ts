import type { Database } from '@stepledger/services/platform/database/database.ts'
import { vi } from 'vitest'

/** Holds every switch of generations in its middle while it is closed: all is folded, and the row that says which is live is about to change. */
export interface SwitchGate {
  close(): Promise<void>
  open(): Promise<void>
  /** When a switch stands there. */
  reached(): Promise<void>
  /** When none does any more. */
  left(): Promise<void>
}

/** Lies in the database itself, so it outlives every process that is killed. `database`: how to reach it now. */
export async function switchGate(database: () => Database): Promise<SwitchGate> {
  const run = (sql: string) => database().pool.query(sql)
  await run(`
    create table public.switch_gate (open boolean not null);
    insert into public.switch_gate values (true);
    create function public.pass_switch_gate() returns trigger language plpgsql as $$
    begin
      while not (select open from public.switch_gate) loop perform pg_sleep(0.01); end loop;
      return new;
    end $$;
    create trigger held before update on projector.live for each row execute function public.pass_switch_gate()`)
  const standing = async () => {
    const { rows } = await run(
      `select 1 from pg_stat_activity where state = 'active' and query like 'update projector.live%' and pid <> pg_backend_pid()`,
    )
    return rows.length > 0
  }
  const patience = { timeout: 300_000, interval: 10 }
  return {
    close: async () => void (await run('update public.switch_gate set open = false')),
    open: async () => void (await run('update public.switch_gate set open = true')),
    reached: () => vi.waitUntil(standing, patience).then(() => {}),
    left: () => vi.waitUntil(async () => !(await standing()), patience).then(() => {}),
  }
}
