import type { MigrationStep } from '../../platform/database/migrate.ts'

/**
 * `operators`: names of operators without an account; events contain only their ids. `operator_actions`: the outbox of
 * OperatorActed. Actions from before go to the ledger without a name.
 */
export const operatorActions: MigrationStep = {
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
