import type { MigrationStep } from '../../platform/database/migrate.ts'

/**
 * Email verification, passkeys, former aliases, audit log. Everything cascades with its player.
 */
export const wholeAccounts: MigrationStep = {
  id: '6 mail, passkeys, former aliases, pictures, downloads, erasures, audit log',
  sql: `
    ALTER TABLE accounts.sessions
      ADD COLUMN device text NOT NULL DEFAULT '',
      ADD COLUMN last_used_at timestamptz;

    -- The mail outbox. A mail without a player is addressed to an email that may belong to no account.
    CREATE TABLE accounts.mails (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      player_id uuid REFERENCES accounts.players ON DELETE CASCADE,
      kind text NOT NULL,
      address text NOT NULL,
      address_key text NOT NULL,
      details jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      next_try_at timestamptz NOT NULL
    );
    CREATE INDEX ON accounts.mails (next_try_at);
    CREATE INDEX ON accounts.mails (player_id);
    CREATE INDEX ON accounts.mails (address_key);

    CREATE TABLE accounts.mail_links (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
      purpose text NOT NULL,
      address_key text NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX ON accounts.mail_links (player_id, purpose);

    -- A pending email change, until both addresses are confirmed.
    CREATE TABLE accounts.email_changes (
      player_id uuid PRIMARY KEY REFERENCES accounts.players ON DELETE CASCADE,
      email text NOT NULL,
      email_key text NOT NULL,
      old_proved_at timestamptz,
      new_proved_at timestamptz,
      expires_at timestamptz NOT NULL
    );

    CREATE TABLE accounts.passkeys (
      id uuid PRIMARY KEY,
      player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
      credential_id bytea NOT NULL CONSTRAINT credential_is_unique UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      name text,
      device_type text NOT NULL,
      transports text[] NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    );
    CREATE INDEX ON accounts.passkeys (player_id, created_at);

    CREATE TABLE accounts.passkey_challenges (
      challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
      player_id uuid REFERENCES accounts.players ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX ON accounts.passkey_challenges (player_id);
    CREATE INDEX ON accounts.passkey_challenges (expires_at);

    -- Former aliases stay reserved for their player, and old links keep working.
    CREATE TABLE accounts.former_aliases (
      alias_key text PRIMARY KEY,
      alias text NOT NULL,
      player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
      until timestamptz NOT NULL
    );
    CREATE INDEX ON accounts.former_aliases (player_id, until);
    CREATE VIEW accounts.aliases AS
      SELECT alias_key, id AS player_id FROM accounts.players
      UNION ALL SELECT alias_key, player_id FROM accounts.former_aliases;

    -- Storage keys to which a player may upload a picture.
    CREATE TABLE accounts.picture_uploads (
      key text PRIMARY KEY,
      player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
      issued_at timestamptz NOT NULL
    );
    CREATE INDEX ON accounts.picture_uploads (player_id);

    -- "Download my data": one per player.
    CREATE TABLE accounts.downloads (
      player_id uuid PRIMARY KEY REFERENCES accounts.players ON DELETE CASCADE,
      state text NOT NULL,
      plays_done integer NOT NULL DEFAULT 0,
      plays_total integer NOT NULL DEFAULT 0,
      key text,
      bytes bigint,
      asked_at timestamptz NOT NULL,
      expires_at timestamptz,
      -- Of the temporary link to the zip.
      token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
      token_until timestamptz
    );
    CREATE INDEX ON accounts.downloads (expires_at);

    -- erase_at null: not confirmed by mail yet. gone_at: when the account was deleted; the row stays until data written
    -- concurrently is deleted too.
    CREATE TABLE accounts.erasures (
      player_id uuid PRIMARY KEY,
      asked_at timestamptz NOT NULL,
      erase_at timestamptz,
      gone_at timestamptz
    );
    CREATE INDEX ON accounts.erasures (erase_at);

    -- Changes of an account and actions of operators; without a player: actions that affect no account.
    CREATE TABLE accounts.audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      player_id uuid REFERENCES accounts.players ON DELETE CASCADE,
      by text NOT NULL,
      what text NOT NULL,
      details jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX ON accounts.audit (player_id, id);
  `,
}
