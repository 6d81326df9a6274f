/**
 * The suffixes of an alias from its second character on, of two characters or more: a substring search is a range scan of
 * this index. A trigger maintains it. At most 100 suffixes of at most 100 characters.
 */
export const aliasEndings = {
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
