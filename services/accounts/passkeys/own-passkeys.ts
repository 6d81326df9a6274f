import {
  deletePasskey,
  listPasskeys,
  type Passkey,
  renamePasskey,
} from '@stepledger/contracts/http/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import { enforceLimit } from '../../platform/http/enforce-limit.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer } from '../lock-player.ts'
import { queueMailToPlayer } from '../mail/mails.ts'
import type { PasskeyRow } from '../tables.ts'
import { passkeyName } from './passkey-name.ts'
import { knownTransports } from './store-passkey.ts'

export function serveOwnPasskeys(app: FastifyInstance, { db, now }: Accounts): void {
  const { limits } = app.guards

  serve(app, listPasskeys, async ({ caller }) => {
    const rows = await db
      .selectFrom('accounts.passkeys')
      .selectAll()
      .where('player_id', '=', caller.playerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { passkeys: rows.map(describe) }
  })

  serve(app, renamePasskey, async ({ caller: { playerId }, params: { id }, body, request }) => {
    const name = passkeyName(body.name, request.headers['user-agent'])
    const row = await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const renamed = await trx
        .updateTable('accounts.passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('player_id', '=', playerId)
        .returningAll()
        .executeTakeFirst()
      if (!renamed) throw notFound('Passkey not found')
      const at = new Date(now())
      await insertAuditEntry(trx, { at, playerId, what: 'Passkey renamed', details: { name } })
      return renamed
    })
    return { passkey: describe(row), message: 'Passkey renamed' }
  })

  serve(app, deletePasskey, async ({ caller: { playerId }, params: { id } }) => {
    await enforceLimit(limits, 'passkey', playerId)
    await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const deleted = await trx
        .deleteFrom('accounts.passkeys')
        .where('id', '=', id)
        .where('player_id', '=', playerId)
        .returning('name')
        .executeTakeFirst()
      if (!deleted) throw notFound('Passkey not found')
      const at = new Date(now())
      const name = deleted.name ?? ''
      await insertAuditEntry(trx, { at, playerId, what: 'Passkey deleted', details: { name } })
      await queueMailToPlayer(trx, at, playerId, { kind: 'passkeyDeleted', name })
    })
    return { message: 'Passkey deleted' }
  })
}

function describe(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    deviceType: row.device_type === 'multiDevice' ? 'multiDevice' : 'singleDevice',
    transports: knownTransports(row.transports),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
