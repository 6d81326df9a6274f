import type { MigrationStep } from '../../platform/database/migrate.ts'

/**
 * Opting out of the published data. `departures` counts opt-outs and erasures: a series made at a lower count may contain
 * plays of players who left since. Triggers count in the same transaction, so that none is missed.
 */
export const publishedData: MigrationStep = {
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
