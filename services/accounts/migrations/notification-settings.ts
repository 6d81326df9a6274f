import type { MigrationStep } from '../../platform/database/migrate.ts'

export const notificationSettings: MigrationStep = {
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
