import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { fingerprint } from '@stepledger/contracts/play/fingerprint.ts'
import { packPlay } from '@stepledger/contracts/play/pack-play.ts'
import { readPlayBody } from '@stepledger/contracts/play/play-body.ts'
import { seal } from '@stepledger/contracts/play/sealing.ts'
import type { NewEvent } from '@stepledger/services/platform/ledger/ledger.ts'
import type { GeneratedBody } from './play-body.ts'

/** A body that was accepted. Times in ms since 1970. */
export interface AcceptedBody {
  readonly body: GeneratedBody
  readonly playId: number
  readonly player: string
  readonly sealingKey: Uint8Array
  readonly at: number
  /** Default: `at`. */
  readonly playedAt?: number
  /** Random bytes of the seal; zeros by default. */
  readonly random?: (bytes: number) => Uint8Array
}

/** The event of a body, validated, packed and sealed as in ingest. */
export function eventOfBody(accepted: AcceptedBody): NewEvent {
  const { body, playId, player, sealingKey, at, playedAt = at, random = zeros } = accepted
  const read = readPlayBody(body, body.hash)
  if (!read.ok) throw new Error(`a generated play is malformed: ${JSON.stringify(read.problems)}`)
  const { data, rest } = packPlay(read.body)
  const bytes = encodeEvent(playSubmitted, {
    id: `play-${playId}`,
    at,
    key: player,
    data: {
      ...data,
      playId,
      fingerprint: fingerprint(read.body),
      playKey: null,
      playedAt,
      sealed: seal(rest, sealingKey, random),
    },
  })
  return { key: player, bytes }
}

const zeros = (bytes: number) => Buffer.alloc(bytes)
