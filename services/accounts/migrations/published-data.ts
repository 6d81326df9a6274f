import type { MigrationStep } from '../../platform/database/migrate.ts'

/**
 * Who is in the published data. `departures` counts how often somebody has left it, by choice or with the account: a
 * series that was made at a lower count may hold plays of who left since. It is counted in the transaction of the
 * leaving, so that none goes unseen.
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
