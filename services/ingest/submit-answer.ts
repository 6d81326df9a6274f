import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { BoardResult, SubmitAnswer } from '@stepledger/contracts/http/game.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { namedDrops } from '@stepledger/contracts/play/kept-bytes.ts'
import type { PackedPlay } from '@stepledger/contracts/play/pack-play.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { BoardStanding } from '@stepledger/projections/boards/standings-of-play.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/play-to-score.ts'
import { compileRules, type ScoredPlay, type Scorer } from '@stepledger/projections/scoring/score-play.ts'
import type { IngestDeps } from './deps.ts'
import type { AcceptedPlay } from './record-play.ts'

/** `timeoutMs`: how long the answer may wait for ranks. */
export type BuildAnswer = (play: AcceptedPlay, timeoutMs: number) => Promise<SubmitAnswer>

/**
 * Builds the answer to a stored play. Scores are computed at once; ranks come from the read model, if it folds the play
 * within `timeoutMs`. The play is durable already, so errors are logged and the part that failed is left out.
 */
export function answerBuilder(deps: Pick<IngestDeps, 'ledger' | 'reads' | 'progress' | 'log'>): BuildAnswer {
  const { reads, progress, log } = deps
  const scorerOf = scorerCache()

  const withFallback = async <T>(work: Promise<T>, fallback: T): Promise<T> => {
    try {
      return await work
    } catch (error) {
      log.warn(`the answer to a play is incomplete: ${errorMessage(error)}`)
      return fallback
    }
  }

  /** The play as first stored: later submissions may differ in fields outside the fingerprint. */
  const readStored = async (play: AcceptedPlay): Promise<PackedPlay> => {
    if (!play.duplicate) return play.sent
    const recorded = await deps.ledger.at('events', play.position)
    const event = recorded && decodeEvent(recorded.bytes)
    return event?.type === 'PlaySubmitted' ? event.data : play.sent
  }

  const standingsOf = async (
    play: AcceptedPlay,
    chart: string,
    timeoutMs: number,
  ): Promise<readonly BoardStanding[]> => {
    if (timeoutMs === 0 || !(await progress.reached(play.position, timeoutMs))) return []
    return reads.standings({ chart, player: play.player, playId: play.playId })
  }

  return async (play, timeoutMs) => {
    const rules = reads.rules()
    const [data, owner, counts] = await Promise.all([
      withFallback(readStored(play), play.sent),
      play.duplicate ? withFallback(reads.ownerOf(play.playId), null) : null,
      withFallback(reads.countsOf(play.sent.chart), []),
    ])
    const scored = scorerOf(rules).score(playToScore(data, counts))
    const withdrawn = owner?.withdrawn === true
    const eligible = scored.eligible && !withdrawn
    const standings = eligible ? await withFallback(standingsOf(play, data.chart, timeoutMs), []) : []
    const note = play.note ?? noteOf(play)
    return {
      success: true,
      playId: play.playId,
      duplicate: play.duplicate,
      position: formatPosition(play.position),
      eligible,
      reasons: withdrawn ? [withdrawnReason(rules), ...scored.reasons] : [...scored.reasons],
      boards: boardsOf(scored, standings),
      ...(note === null ? {} : { note }),
      ...(play.dropped.length === 0 ? {} : { dropped: namedDrops(play.dropped) }),
    }
  }
}

function withdrawnReason(rules: Rules): BoardReason {
  return { code: 'withdrawn', text: reasonText('withdrawn', rules) }
}

/** Caches the compiled rules until they change. */
function scorerCache(): (rules: Rules) => Scorer {
  let last: Scorer | null = null
  return (rules) => {
    if (last?.rules !== rules) last = compileRules(rules)
    return last
  }
}

function boardsOf({ systems }: ScoredPlay, standings: readonly BoardStanding[]): BoardResult[] {
  return systems.map(({ id, name, hundredths, grade }) => {
    const score = { type: name, id, score: percentText(hundredths), grade }
    const standing = standings.find(({ system }) => system === id)
    if (!standing) return score
    const { rank, total, personalBest, delta } = standing
    return { ...score, rank, total, personalBest, delta }
  })
}

function noteOf({ keyNames }: AcceptedPlay): string | null {
  return keyNames === null ? null : `The play's key was ignored: play ${keyNames} already uses it`
}

/** ms. */
const defaultTimeout = 250

/** How long the answer to a request waits for ranks, ms; 0 with `Prefer: wait=0` (RFC 7240). */
export function rankTimeout(prefer: string | string[] | undefined): number {
  return /(^|[,;\s])wait\s*=\s*"?0"?\s*($|[,;])/i.test(String(prefer ?? '')) ? 0 : defaultTimeout
}
