import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { BoardResult, SubmitAnswer } from '@stepledger/contracts/http/game.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { type Dropped, namedDrops } from '@stepledger/contracts/play/dropped.ts'
import type { PackedPlay } from '@stepledger/contracts/play/pack-play.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { BoardStanding } from '@stepledger/projections/boards/standings.ts'
import { reasonText } from '@stepledger/projections/scoring/eligibility.ts'
import { compileRules, type ScoredPlay, type Scorer } from '@stepledger/projections/scoring/interpreter.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type { IngestDeps } from './deps.ts'
import type { WrittenPlay } from './written-play.ts'

/** A kept play that an answer is about. `sent`: what the request said; of a duplicate the ledger knows better. */
export interface AcceptedPlay extends WrittenPlay {
  readonly player: string
  readonly sent: PackedPlay
  readonly note: string | null
  /** What of this sending is beyond the limits. */
  readonly dropped: readonly Dropped[]
}

/** `patience`: how long the answer may wait for ranks, ms. */
export type AnswerOf = (play: AcceptedPlay, patience: number) => Promise<SubmitAnswer>

/**
 * Says what a play earned. Scores are computed here and now; ranks come from the read model, if it holds the play
 * within `patience` ms. The play is durable by now, so nothing here may fail: what can't be read is left out.
 */
export function answerer(deps: Pick<IngestDeps, 'ledger' | 'reads' | 'progress' | 'log'>): AnswerOf {
  const { reads, progress, log } = deps
  const scorerOf = scorerCache()

  const orElse = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work
    } catch (error) {
      log.warn(`an answer to a play lacks something: ${errorMessage(error)}`)
      return otherwise
    }
  }

  /** The play as it was kept first: what a later sending says beyond its content changes nothing. */
  const asKept = async (play: AcceptedPlay): Promise<PackedPlay> => {
    if (!play.duplicate) return play.sent
    const recorded = await deps.ledger.at('events', play.position)
    const event = recorded && decodeEvent(recorded.bytes)
    return event?.type === 'PlaySubmitted' ? event.data : play.sent
  }

  const standingsOf = async (
    play: AcceptedPlay,
    chart: string,
    patience: number,
  ): Promise<readonly BoardStanding[]> => {
    if (patience === 0 || !(await progress.reached(play.position, patience))) return []
    return reads.standings({ chart, player: play.player, playId: play.playId })
  }

  return async (play, patience) => {
    const rules = reads.rules()
    const [data, owner, counts] = await Promise.all([
      orElse(asKept(play), play.sent),
      play.duplicate ? orElse(reads.ownerOf(play.playId), null) : null,
      orElse(reads.countsOf(play.sent.chart), []),
    ])
    const scored = scorerOf(rules).score(playToScore(data, counts))
    const withdrawn = owner?.withdrawn === true
    const eligible = scored.eligible && !withdrawn
    const standings = eligible ? await orElse(standingsOf(play, data.chart, patience), []) : []
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

/** Rules are compiled once, and again only when other ones come into force. */
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

function noteOf({ keyNames }: WrittenPlay): string | null {
  return keyNames === null
    ? null
    : `The play's key was ignored: it names play ${keyNames}, which is another one`
}
