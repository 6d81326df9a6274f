import type { Database } from '../../platform/database/database.ts'
import { type MigrationStep, migrate } from '../../platform/database/migrate.ts'

export const generationsSteps: readonly MigrationStep[] = [
  {
    id: 'generations',
    sql: `
      create schema projector;
      create table projector.generations (
        id integer primary key,
        ledger_id uuid not null,
        code_version integer not null,
        rules_offset bigint not null,
        rules jsonb not null,
        created_at timestamptz not null default now()
      );
      create table projector.live (
        one boolean primary key default true check (one),
        generation integer not null references projector.generations
      );
      create table projector.checkpoints (
        generation integer not null references projector.generations,
        partition smallint not null,
        next_offset bigint not null,
        primary key (generation, partition)
      ) with (fillfactor = 50);
      create table projector.parked (
        generation integer not null references projector.generations,
        partition smallint not null,
        "offset" bigint not null,
        key text not null,
        type text not null,
        reason text not null,
        at timestamptz not null default now(),
        primary key (generation, partition, "offset")
      )`,
  },
  {
    id: 'the next generation',
    sql: `
      -- left_at: when it was live last. dropped_at: when its tables went.
      alter table projector.generations add column left_at timestamptz, add column dropped_at timestamptz;
      -- The generation that is to become live: one that is being built, or an earlier one that is brought up to date again.
      create table projector.next (
        one boolean primary key default true check (one),
        generation integer not null references projector.generations,
        asked_at timestamptz not null default now(),
        stopped text
      );
      alter table projector.parked add column retry boolean not null default false;
      create index parked_to_retry on projector.parked (generation) where retry`,
  },
  {
    id: 'generations filled in bulk',
    sql: `
      -- bare: its tables have no keys and indexes yet; a build copies plays into them, and nobody else writes or reads them.
      alter table projector.generations add column bare boolean not null default false`,
  },
  {
    id: 'boards elsewhere',
    sql: `
      -- Under which name the boards of a generation are kept in Redis; without a row nobody asks there. moves: how often they were moved.
      create table projector.board_mirrors (
        generation integer primary key references projector.generations,
        name text not null,
        moves bigint not null default 0
      )`,
  },
  {
    id: 'plays of parked events',
    sql: `
      alter table projector.parked add column play_id bigint;
      create index parked_plays on projector.parked (play_id) where play_id is not null`,
  },
  {
    id: 'when the ledger answered',
    sql: `
      -- When a projector last read the ends of a ledger that is not in this database.
      create table projector.ledger_answered (
        one boolean primary key default true check (one),
        at timestamptz not null
      )`,
  },
  {
    id: 'runs of backup and verify',
    sql: `
      -- The last runs of the commands that keep the data safe, for alerts.
      create table projector.operator_runs (
        command text primary key check (command in ('backup', 'verify')),
        succeeded_at timestamptz,
        failed_at timestamptz
      )`,
  },
  {
    id: 'countries of players',
    sql: `
      -- Beside the generations, as countries are not in the ledger; follows accounts.outbox. ISO 3166-1 numbers.
      create table projector.countries (player uuid primary key, country integer not null);
      create index countries_with_players on projector.countries (country, player)`,
  },
  {
    id: 'a preview of rules',
    sql: `
      -- A generation under rules that are not published. It is built and kept up to date, and becomes live only once it is
      -- accepted: then it moves to projector.next. An older release drops it.
      create table projector.preview (
        one boolean primary key default true check (one),
        generation integer not null references projector.generations,
        asked_at timestamptz not null default now(),
        -- Whether it has reached the live generation.
        ready boolean not null default false,
        stopped text
      )`,
  },
  {
    id: 'a preview that is requested, and its report',
    sql: `
      -- rules: those requested; the projector creates the generation. report: who moves, by ids of players; null until it was
      -- compared. Only an older release writes and reads ready.
      alter table projector.preview alter column generation drop not null, add column rules jsonb, add column report jsonb,
        add column compared_at timestamptz, add check (generation is not null or rules is not null)`,
  },
  {
    id: 'the step of a build',
    sql: `
      -- What a build does after it has copied the events, and since when; for display only.
      alter table projector.generations add column step text, add column step_at timestamptz`,
  },
]

/**
 * Migrates the tables of generations and their checkpoints, which the projector writes and all readers of read models
 * read.
 */
export async function migrateGenerations(database: Database): Promise<void> {
  await migrate(database, 'generations', generationsSteps)
}
