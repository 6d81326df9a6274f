import { type RivalRecord, rivalsPerPage } from '@stepledger/contracts/http/head-to-head.ts'
import type { PageMeta } from '@stepledger/contracts/http/shapes/paging.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { recordsAgainst } from '@stepledger/projections/boards/head-to-head.ts'
import { rivalsOf } from '@stepledger/projections/players/reads.ts'
import { lastPlayTimes } from '@stepledger/projections/plays/reads.ts'
import { pageMetaOf } from '../../platform/http/paging.ts'
import { isoOf } from '../iso-of.ts'
import { nameOf } from '../names.ts'
import type { Page } from '../page.ts'
import { systemOfBoard } from '../system-of-board.ts'

interface Question {
  readonly player: string
  readonly leaderboard: string | undefined
  /** From 1. */
  readonly page: number
}

interface Answer {
  leaderboard: string
  rivals: RivalRecord[]
  meta: PageMeta
}

interface Found extends Omit<Answer, 'rivals'> {
  readonly rivals: readonly (Omit<RivalRecord, 'user'> & { readonly player: string })[]
}

/** Sorts rivals without plays last. */
const never = -1

/**
 * A page of the caller's rivals, the last to play first, with the record against each. One index entry for each rival
 * gives the order; only the rivals on the page are compared.
 */
export const rivalRecordsPage: Page<Question, Found, Answer> = {
  async find({ generation }, { player, leaderboard, page }) {
    const system = systemOfBoard(generation.rules, leaderboard)
    const all = await rivalsOf(generation, player)
    const times = await lastPlayTimes(
      generation,
      all.map(({ rival }) => rival),
    )
    const lastOf = ({ rival }: { rival: string }) => times.get(rival) ?? never
    const from = (page - 1) * rivalsPerPage
    const shown = all.toSorted((a, b) => lastOf(b) - lastOf(a)).slice(from, from + rivalsPerPage)
    const records = await recordsAgainst(
      generation,
      player,
      shown.map(({ rival }) => rival),
      system.id,
    )
    const rivals = shown.map(({ rival, since }, i) => {
      const playedAt = times.get(rival)
      return {
        player: rival,
        since: isoOf(since),
        playedAt: playedAt === undefined ? null : isoOf(playedAt),
        record: itemAt(records, i),
      }
    })
    return {
      leaderboard: system.name,
      rivals,
      meta: pageMetaOf({ page, limit: rivalsPerPage }, all.length),
    }
  },

  async show({ rivals, ...found }, { players: directory }) {
    const players = await directory.lookUp(rivals.map(({ player }) => player))
    return {
      answer: {
        ...found,
        rivals: rivals.map(({ player, ...rival }) => ({ user: nameOf(player, players), ...rival })),
      },
      tags: [],
    }
  },
}
