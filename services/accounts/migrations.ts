import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { type MigrationStep, migrate } from '../platform/database/migrate.ts'
import { looksOf } from '../platform/text/looks.ts'
import { aliasEndings, aliasSearchKeys } from './migrations/alias-endings.ts'
import { wholeAccounts } from './migrations/whole-accounts.ts'

/**
 * Opting out of the published data. `departures` counts opt-outs and erasures: a series made at a lower count may contain
 * plays of players who left since. Triggers count in the same transaction, so that none is missed.
 */
const publishedData: MigrationStep = {
  id: '8 who is in the published data',
  sql: `
    ALTER TABLE accounts.players ADD COLUMN in_published_data boolean NOT NULL DEFAULT true;

    CREATE TABLE accounts.published_data (departures bigint NOT NULL);
    INSERT INTO accounts.published_data VALUES (0);

    CREATE FUNCTION accounts.count_departure() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE accounts.published_data SET departures = departures + 1;
        RETURN NULL;
      END $$;
    CREATE TRIGGER left_published_data AFTER UPDATE OF in_published_data ON accounts.players
      FOR EACH ROW WHEN (old.in_published_data AND NOT new.in_published_data)
      EXECUTE FUNCTION accounts.count_departure();
    CREATE TRIGGER gone_from_published_data AFTER DELETE ON accounts.players
      FOR EACH ROW WHEN (old.in_published_data)
      EXECUTE FUNCTION accounts.count_departure();
  `,
}

/**
 * `proved_at`: when the caller of a session last confirmed the password or a passkey; null counts as never.
 * `device_epoch`: device tokens of an earlier epoch are invalid. Cancels pending email changes, as their confirmations do
 * not record the address.
 */
const proofs: MigrationStep = {
  id: '9 proofs of sessions, addresses and devices',
  sql: `
    ALTER TABLE accounts.sessions ADD COLUMN proved_at timestamptz;
    ALTER TABLE accounts.players ADD COLUMN device_epoch integer NOT NULL DEFAULT 0;
    ALTER TABLE accounts.mail_links
      ADD COLUMN new_address_key text,
      ADD COLUMN used_at timestamptz;

    DELETE FROM accounts.email_changes;
    DELETE FROM accounts.mail_links WHERE purpose IN ('proveOldEmail', 'proveNewEmail');
    DELETE FROM accounts.mails WHERE kind IN ('proveOldEmail', 'proveNewEmail');
  `,
}

/**
 * `operators`: names of operators without an account; events contain only their ids. `operator_actions`: the outbox of
 * OperatorActed. Actions from before go to the ledger without a name.
 */
const operatorActions: MigrationStep = {
  id: '16 names of operators, and their actions on the way to the ledger',
  sql: `
    CREATE TABLE accounts.operators (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      name_key text NOT NULL UNIQUE
    );
    CREATE TABLE accounts.operator_actions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      at timestamptz NOT NULL,
      -- The id of a player or of accounts.operators.
      operator uuid,
      what text NOT NULL,
      player_id uuid,
      details jsonb NOT NULL DEFAULT '{}',
      reason text,
      -- Until then another process appends it.
      leased_until timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO accounts.operator_actions (at, what, player_id, details)
      SELECT at, what, player_id, details FROM accounts.audit WHERE by = 'operator' ORDER BY id;
  `,
}

const notificationSettings: MigrationStep = {
  id: '18 which notifications players want and have seen',
  sql: `
    CREATE TABLE accounts.notification_settings (
      player_id uuid PRIMARY KEY REFERENCES accounts.players ON DELETE CASCADE,
      seen_at timestamptz,
      unwanted text[] NOT NULL DEFAULT '{}',
      weekly_mail boolean NOT NULL DEFAULT false,
      mailed_at timestamptz NOT NULL
    );
    CREATE INDEX weekly_mails_due ON accounts.notification_settings (mailed_at) WHERE weekly_mail;
  `,
}

/**
 * The tables of accounts. `alias_key`, `email_key` and `alias_looks` are computed in TypeScript: see unique-key.ts and
 * platform/text/looks.ts. Other services read the views only.
 */
export const accountsSteps: readonly MigrationStep[] = [
  {
    id: '1 players, sessions, keys, permissions',
    sql: `
      CREATE SCHEMA IF NOT EXISTS accounts;

      CREATE TABLE accounts.players (
        id uuid PRIMARY KEY,
        alias text NOT NULL,
        alias_key text NOT NULL CONSTRAINT alias_is_unique UNIQUE,
        email text NOT NULL,
        email_key text NOT NULL CONSTRAINT email_is_unique UNIQUE,
        email_verified_at timestamptz,
        password_hash text NOT NULL,
        country_id integer,
        picture text,
        time_zone text,
        sealing_key bytea NOT NULL CHECK (octet_length(sealing_key) = 32),
        preferred_leaderboards integer[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );

      CREATE TABLE accounts.sessions (
        id uuid PRIMARY KEY,
        player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX ON accounts.sessions (player_id, created_at);

      CREATE TABLE accounts.api_keys (
        id uuid PRIMARY KEY,
        player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
        key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
        fingerprint text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX ON accounts.api_keys (player_id, created_at);

      CREATE TABLE accounts.permissions (
        player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
        permission text NOT NULL,
        granted_at timestamptz NOT NULL,
        PRIMARY KEY (player_id, permission)
      );

      CREATE TABLE accounts.outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        player_id uuid NOT NULL,
        at timestamptz NOT NULL
      );

      CREATE VIEW accounts.public_players AS
        SELECT id, alias, '/media/' || picture AS profile_image_url, country_id, created_at
        FROM accounts.players;

      CREATE VIEW accounts.player_secrets AS
        SELECT id AS player_id, sealing_key, time_zone FROM accounts.players;

      CREATE VIEW accounts.credentials AS
        SELECT token_hash AS hash, 'session' AS kind, id, player_id, expires_at,
          ARRAY(SELECT permission FROM accounts.permissions p WHERE p.player_id = s.player_id) AS permissions
        FROM accounts.sessions s
        UNION ALL
        SELECT key_hash, 'apiKey', id, player_id, NULL, '{}'
        FROM accounts.api_keys;
    `,
  },
  {
    id: '2 which boards a player prefers, for the game',
    sql: `
      CREATE VIEW accounts.preferred_boards AS
        SELECT id AS player_id, preferred_leaderboards AS systems FROM accounts.players;
    `,
  },
  {
    id: '3 players by how their alias begins',
    sql: `CREATE INDEX players_by_alias ON accounts.players (alias_key COLLATE "C");`,
  },
  {
    // gen_random_uuid is the cryptographically secure source of randomness in a Postgres without extensions.
    id: '4 the key that signs for devices',
    sql: `
      CREATE TABLE accounts.secrets (
        name text PRIMARY KEY,
        value bytea NOT NULL CHECK (octet_length(value) = 32)
      );
      INSERT INTO accounts.secrets
        VALUES ('devices', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
    `,
  },
  {
    id: '5 what aliases look like',
    sql: `
      CREATE TABLE accounts.alias_looks (
        look text CONSTRAINT look_is_unique PRIMARY KEY,
        player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE
      );
      CREATE INDEX ON accounts.alias_looks (player_id);
    `,
    fill: claimLooksOfPlayers,
  },
  wholeAccounts,
  {
    id: '7 where a key was made, and by what it was last used',
    sql: `
      ALTER TABLE accounts.api_keys
        ADD COLUMN name text,
        ADD COLUMN last_used_network text,
        ADD COLUMN last_used_client text;
    `,
  },
  publishedData,
  proofs,
  {
    id: '10 which players have verified their mail, for their quota of plays',
    sql: `
      CREATE OR REPLACE VIEW accounts.player_secrets AS
        SELECT id AS player_id, sealing_key, time_zone, email_verified_at IS NOT NULL AS verified
        FROM accounts.players;
    `,
  },
  {
    // Planner statistics contain samples of a column, deleted rows included. Setting the type removes them.
    id: '11 no statistics of mail addresses',
    sql: noStatistics({
      players: ['email', 'email_key'],
      mails: ['address', 'address_key'],
      mail_links: ['address_key', 'new_address_key'],
      email_changes: ['email', 'email_key'],
    }),
  },
  {
    id: '12 more ways in which aliases look alike',
    sql: '',
    fill: claimLooksOfAll,
  },
  aliasEndings,
  {
    id: '14 when a player last changed, for all to see',
    sql: `
      CREATE OR REPLACE VIEW accounts.public_players AS
        SELECT id, alias, '/media/' || picture AS profile_image_url, country_id, created_at, updated_at
        FROM accounts.players;
    `,
  },
  {
    id: '15 the time zones of players, for the days of a profile',
    sql: `
      CREATE VIEW accounts.time_zones AS
        SELECT id AS player_id, time_zone FROM accounts.players;
    `,
  },
  operatorActions,
  {
    // Their delivery fills projector.countries.
    id: '17 the countries of players, for boards by country',
    sql: `INSERT INTO accounts.outbox (player_id, at) SELECT id, now() FROM accounts.players WHERE country_id IS NOT NULL;`,
  },
  notificationSettings,
  aliasSearchKeys,
  { id: '20 dotted letters that look alike', sql: '', fill: claimLooksOfAll },
  {
    id: '21 tokens of operators, which are sessions that open /api/admin alone',
    sql: `
      ALTER TABLE accounts.sessions
        ADD COLUMN kind text NOT NULL DEFAULT 'session' CHECK (kind IN ('session', 'operator'));
      CREATE OR REPLACE VIEW accounts.credentials AS
        SELECT token_hash AS hash, kind, id, player_id, expires_at,
          ARRAY(SELECT permission FROM accounts.permissions p WHERE p.player_id = s.player_id) AS permissions
        FROM accounts.sessions s
        UNION ALL
        SELECT key_hash, 'apiKey', id, player_id, NULL, '{}'
        FROM accounts.api_keys;
    `,
  },
  {
    id: '22 machines that are linked by a code',
    sql: `
      ALTER TABLE accounts.api_keys ADD COLUMN machine text;
      CREATE TABLE accounts.device_links (
        device_code_hash bytea PRIMARY KEY CHECK (octet_length(device_code_hash) = 32),
        user_code text NOT NULL CONSTRAINT user_code_is_unique UNIQUE,
        client text NOT NULL,
        machine text,
        network text,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        polled_at timestamptz,
        refused_at timestamptz,
        api_key_id uuid REFERENCES accounts.api_keys ON DELETE CASCADE
      );
      CREATE INDEX ON accounts.device_links (api_key_id);
      CREATE INDEX ON accounts.device_links (created_at);
      INSERT INTO accounts.secrets
        VALUES ('keys of machines', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
    `,
  },
  {
    id: '23 names of events whose author was erased, until they are closed',
    sql: `
      CREATE TABLE accounts.kept_names (slug text PRIMARY KEY, name text NOT NULL);
      ALTER TABLE accounts.kept_names ALTER COLUMN name SET STATISTICS 0;
    `,
  },
]

function noStatistics(columns: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(columns)
    .flatMap(([table, names]) =>
      names.map(
        (name) =>
          `ALTER TABLE accounts.${table} ALTER COLUMN ${name} TYPE text, ALTER COLUMN ${name} SET STATISTICS 0;`,
      ),
    )
    .join('\n')
}

async function claimLooksOfAll(client: Queryable): Promise<void> {
  await claimLooksOfPlayers(client)
  await claimLooksOfFormerAliases(client)
}

/** Older accounts take precedence. No alias changes. */
async function claimLooksOfPlayers(client: Queryable): Promise<void> {
  for (let last: PlayerRow | undefined; ; ) {
    const { rows } = await client.query({
      text: `SELECT id, alias, created_at::text FROM accounts.players
        WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT 1000`,
      values: [last?.created_at ?? '-infinity', last?.id ?? '00000000-0000-0000-0000-000000000000'],
    })
    const players = playerRows.parse(rows)
    if (players.length === 0) return
    await claimLooks(client, players)
    last = players.at(-1)
  }
}

/** Runs after the aliases in use. At most twenty per player. */
async function claimLooksOfFormerAliases(client: Queryable): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await client.query({
      text: `SELECT alias_key, player_id AS id, alias FROM accounts.former_aliases
        WHERE alias_key COLLATE "C" > $1 ORDER BY alias_key COLLATE "C" LIMIT 1000`,
      values: [last],
    })
    const former = formerRows.parse(rows)
    if (former.length === 0) return
    await claimLooks(client, former)
    last = former.at(-1)?.alias_key ?? last
  }
}

const formerRows = z.array(z.object({ id: z.string(), alias: z.string(), alias_key: z.string() }))
const playerRows = z.array(z.object({ id: z.string(), alias: z.string(), created_at: z.string() }))
type PlayerRow = z.infer<typeof playerRows>[number]

export async function migrateAccounts(database: Database): Promise<void> {
  await migrate(database, 'accounts', accountsSteps)
}

/** Inserts the skeletons of these players' aliases, in this order. Skeletons of other players are skipped. */
export async function claimLooks(
  connection: Queryable,
  players: readonly { readonly id: string; readonly alias: string }[],
): Promise<void> {
  const claims = players.flatMap(({ id, alias }) => looksOf(alias).map((look) => ({ id, look })))
  await connection.query({
    text: `INSERT INTO accounts.alias_looks (look, player_id)
      SELECT look, id FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS claimed (look, id, nth)
      ORDER BY nth ON CONFLICT DO NOTHING`,
    values: [claims.map(({ look }) => look), claims.map(({ id }) => id)],
  })
}
