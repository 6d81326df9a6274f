import type { listRivalRecords } from '@stepledger/contracts/http/head-to-head.ts'
import { rivalsPerPage } from '@stepledger/contracts/http/head-to-head.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { recordsAgainst } from '@stepledger/projections/boards/head-to-head.ts'
import { rivalsOf } from '@stepledger/projections/players/reads.ts'
import { lastPlayTimes } from '@stepledger/projections/plays/reads.ts'
import type { z } from 'zod'
import { pageMetaOf } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { OwnQuestionOf, Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

/** Sorts rivals without plays last. */
const never = -1

/**
 * A page of the caller's rivals, the last to play first, with the record against each. One index entry for each rival
 * gives the order; only the rivals on the page are compared.
 */
export const rivalRecordsPage: Page<
  OwnQuestionOf<typeof listRivalRecords>,
  z.input<typeof listRivalRecords.answer>
> = async ({ generation }, { player, leaderboard, page }) => {
  const system = systemOfBoard(generation.rules, leaderboard)
  const all = await rivalsOf(generation, player)
  const times = await lastPlayTimes(
    generation,
    all.map(({ rival }) => rival),
  )
  const lastOf = ({ rival }: { rival: string }) => times.get(rival) ?? never
  const from = (page - 1) * rivalsPerPage
  const shown = all.toSorted((a, b) => lastOf(b) - lastOf(a)).slice(from, from + rivalsPerPage)
  const ids = shown.map(({ rival }) => rival)
  const records = await recordsAgainst(generation, player, ids, system.id)
  return async ({ players: directory }) => {
    const players = await directory.lookUp(ids)
    const rivals = shown.map(({ rival, since }, i) => {
      const playedAt = times.get(rival)
      return {
        user: nameOf(rival, players),
        since: isoOf(since),
        playedAt: playedAt === undefined ? null : isoOf(playedAt),
        record: itemAt(records, i),
      }
    })
    const meta = pageMetaOf({ page, limit: rivalsPerPage }, all.length)
    return { answer: { leaderboard: system.name, rivals, meta }, tags: [] }
  }
}
