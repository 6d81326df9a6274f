import { type OperatedRules, reportShown } from '@stepledger/contracts/http/operated-rules.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import { playersOf } from '@stepledger/contracts/rules/report-summary.ts'
import type { RulesPreview, RulesReport } from '@stepledger/contracts/rules/rules-report.ts'
import type { Database } from '../../platform/database/database.ts'
import { readGenerations } from '../generations/generations.ts'
import { readPreview } from '../generations/preview-report.ts'

/** Reads the live rules and the current preview for `/admin`. */
export async function readOperatedRules(
  { pool }: Pick<Database, 'pool'>,
  players: Pick<PlayerDirectory, 'lookUp'>,
): Promise<OperatedRules> {
  const [generations, preview] = await Promise.all([readGenerations(pool), readPreview(pool)])
  const live = generations.find(({ state }) => state === 'live')
  const next = generations.find(({ state }) => state === 'next')
  return {
    live: live ? { generation: live.id, offset: live.rulesOffset, rules: live.rules } : null,
    next: next ? { generation: next.id, title: next.rules.title } : null,
    preview: preview && {
      generation: preview.generation,
      rules: preview.rules,
      requestedAt: preview.requestedAt.toISOString(),
      stopped: preview.stopped,
      comparedAt: preview.comparedAt?.toISOString() ?? null,
      report: preview.report && (await withAliases(shortened(preview.report), players)),
    },
  }
}

function shortened(report: RulesReport): RulesReport {
  const { boards, competitions } = report
  return {
    ...report,
    boards: {
      ...boards,
      list: boards.list.slice(0, reportShown.boards),
      players: boards.players.slice(0, reportShown.players),
    },
    competitions: competitions.map(({ moves, ...competition }) => ({
      ...competition,
      moves: { ...moves, moves: moves.moves.slice(0, reportShown.moves), rounds: [] },
    })),
  }
}

export async function withAliases(
  report: RulesReport,
  players: Pick<PlayerDirectory, 'lookUp'>,
): Promise<RulesPreview> {
  const names = await players.lookUp(playersOf(report))
  return { ...report, aliases: Object.fromEntries([...names].map(([id, { alias }]) => [id, alias])) }
}
