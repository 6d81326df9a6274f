import { searchText } from '@stepledger/contracts/search-text.ts'
import { z } from 'zod'
import type { MigrationStep } from '../../platform/database/migrate.ts'

/**
 * The suffixes of an alias from its second character on, of two characters or more: a substring search is a range scan of
 * this index. A trigger maintains it. At most 100 suffixes of at most 100 characters.
 */
export const aliasEndings: MigrationStep = {
  id: '13 players by any part of their alias',
  sql: `
    CREATE TABLE accounts.alias_endings (
      ending text COLLATE "C" NOT NULL,
      player_id uuid NOT NULL REFERENCES accounts.players ON DELETE CASCADE,
      PRIMARY KEY (ending, player_id)
    );
    CREATE INDEX ON accounts.alias_endings (player_id);
    CREATE FUNCTION accounts.keep_alias_endings() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM accounts.alias_endings WHERE player_id = NEW.id;
      INSERT INTO accounts.alias_endings
        SELECT DISTINCT substr(NEW.alias_key, nth, 100), NEW.id
        FROM generate_series(2, least(char_length(NEW.alias_key) - 1, 101)) nth;
      RETURN NULL;
    END $$;
    INSERT INTO accounts.alias_endings
      SELECT DISTINCT substr(alias_key, nth, 100), id
      FROM accounts.players, generate_series(2, least(char_length(alias_key) - 1, 101)) nth;
    CREATE TRIGGER keep_alias_endings AFTER INSERT OR UPDATE OF alias_key ON accounts.players
      FOR EACH ROW EXECUTE FUNCTION accounts.keep_alias_endings();
  `,
}

/** Computed in TypeScript. Null where an older release has written the row, and where it equals `alias_key`. */
export const aliasSearchKeys: MigrationStep = {
  id: '19 players by what keyboards type for an alias',
  sql: `
    ALTER TABLE accounts.players ADD COLUMN search_key text;
    DROP INDEX accounts.players_by_alias;
    CREATE INDEX players_by_search_key ON accounts.players ((coalesce(search_key, alias_key)) COLLATE "C");
    CREATE OR REPLACE FUNCTION accounts.keep_alias_endings() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      key text := coalesce(NEW.search_key, NEW.alias_key);
    BEGIN
      DELETE FROM accounts.alias_endings WHERE player_id = NEW.id;
      INSERT INTO accounts.alias_endings
        SELECT DISTINCT substr(key, nth, 100), NEW.id FROM generate_series(2, least(char_length(key) - 1, 101)) nth;
      RETURN NULL;
    END $$;
    DROP TRIGGER keep_alias_endings ON accounts.players;
    CREATE TRIGGER keep_alias_endings AFTER INSERT OR UPDATE OF alias_key, search_key ON accounts.players
      FOR EACH ROW EXECUTE FUNCTION accounts.keep_alias_endings();
  `,
  async fill(client) {
    for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await client.query(
        'SELECT id, alias, alias_key FROM accounts.players WHERE id > $1 ORDER BY id LIMIT 1000',
        [last],
      )
      const players = aliasRows.parse(rows)
      const differing = players.filter(({ alias, alias_key }) => searchText(alias) !== alias_key)
      await client.query(
        `UPDATE accounts.players p SET search_key = key
         FROM unnest($1::uuid[], $2::text[]) AS written (id, key) WHERE p.id = written.id`,
        [differing.map(({ id }) => id), differing.map(({ alias }) => searchText(alias))],
      )
      const next = players.at(-1)
      if (!next) return
      last = next.id
    }
  },
}

const aliasRows = z.array(z.object({ id: z.string(), alias: z.string(), alias_key: z.string() }))
