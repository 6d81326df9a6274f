import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import { type CompetitionDocument, lengthOf } from '@stepledger/contracts/competition/competition-document.ts'
import type { SealedText } from '@stepledger/contracts/competition/words.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import { unauthorized } from '../platform/http/http-error.ts'
import { looksOf } from '../platform/text/looks.ts'
import { type CompetitionChanger, chartsOf } from './change-competition.ts'
import type { CompetitionsDeps } from './deps.ts'

/** The limits of organisers that a competition can't decide alone: they need accounts, plays and other competitions. */
export function organiserLimits(
  {
    streams,
    reads,
    authentication,
    limits,
    random,
  }: Pick<CompetitionsDeps, 'streams' | 'reads' | 'authentication' | 'limits' | 'random'>,
  { shown }: Pick<CompetitionChanger, 'shown'>,
) {
  return {
    /** Why a player can't publish another competition now; null if they can. */
    async cannotPublish(player: string): Promise<string | null> {
      if (limits.events === 0) return 'Only the site runs events here.'
      const secrets = await authentication.secretsOf(player)
      if (!secrets?.verified) return 'Confirm your email address first.'
      if (!(await reads.hasPlays(player))) return 'Play first: events are for players who have sent a play.'
      if (openOf(await streams.all(), player) < limits.events) return null
      return `You can have up to ${limits.events} events that are not final yet.`
    },

    /** Why a name can't be told from that of a competition that is not closed; null if it can. */
    async similarName(name: string, slug: string): Promise<string | null> {
      const others = (await streams.all()).filter((state) => !state.closed && state.document.slug !== slug)
      const looks = new Set(looksOf(plain(name)))
      const documents = await shown(others)
      const isSimilar = documents.some((other) => looksOf(plain(other.name)).some((look) => looks.has(look)))
      return isSimilar ? 'looks like that of another event' : null
    },

    /** What is wrong with the rounds. */
    beyondLimits(document: CompetitionDocument): string[] {
      const charts = chartsOf(document).length
      return [
        ...(document.rounds.length > limits.rounds ? [`must be at most ${limits.rounds}`] : []),
        ...(charts > limits.charts ? [`have ${charts} charts, ${limits.charts} are possible`] : []),
        ...(lengthOf(document) > limits.days * 86_400_000 ? [`must end within ${limits.days} days`] : []),
      ]
    },

    /** Returns what seals text with the key of a player. Throws 401 if the account is deleted. */
    async sealer(player: string): Promise<Seal> {
      const secrets = await authentication.secretsOf(player)
      if (!secrets) throw unauthorized('Please sign in')
      return (text) => ({ by: player, text: seal(text, secrets.sealingKey, random) })
    },
  }
}

export type Seal = (text: string) => SealedText

/** The number of competitions of a player that are not closed. */
export function openOf(states: readonly CompetitionState[], player: string): number {
  return states.filter(({ owner, closed }) => owner === player && closed === null).length
}

/** Spaces and marks don't tell names apart. */
function plain(name: string): string {
  return name.replace(/[\s\p{P}]/gu, '') || name
}
