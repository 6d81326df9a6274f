import type { MigrationStep } from '../../platform/database/migrate.ts'

/**
 * `proved_at`: when the caller of a session last confirmed the password or a passkey; null counts as never.
 * `device_epoch`: device tokens of an earlier epoch are invalid. Cancels pending email changes, as their confirmations do
 * not record the address.
 */
export const proofs: MigrationStep = {
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
