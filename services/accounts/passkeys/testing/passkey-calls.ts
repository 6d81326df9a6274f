import type { AccountsForTests } from '../../test-app.ts'

/** A player's passkeys, as the API lists them. */
export const passkeysOf = async (service: AccountsForTests, token: string) =>
  (await service.send('GET', '/api/passkeys', { token })).json().passkeys

export const answerOf = ({ statusCode, json }: Awaited<ReturnType<AccountsForTests['send']>>) => [
  statusCode,
  json(),
]

/** The audit log of a player, in order. */
export const auditOf = async (service: AccountsForTests, playerId: string) =>
  (
    await service.database.pool.query(
      'SELECT what, details FROM accounts.audit WHERE player_id = $1 ORDER BY id',
      [playerId],
    )
  ).rows
