import { maxCompetitionDays } from '@stepledger/contracts/competition/competition-document.ts'
import {
  maxInvitations,
  maxParticipants,
  maxRequests,
} from '@stepledger/contracts/competition/participation.ts'
import { maxApiKeys } from '@stepledger/contracts/http/api-keys.ts'
import { maxBulkPlays, maxPlayBytes } from '@stepledger/contracts/http/game.ts'
import { maxRulesBytes } from '@stepledger/contracts/http/operated-rules.ts'
import { maxPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import { maxFormerAliases, maxPictureBytes, maxPictureUploads } from '@stepledger/contracts/http/profile.ts'
import {
  maxFileBytes,
  maxMadeBytes,
  maxMadeRatio,
  maxPackCells,
  maxPackCpuSeconds,
  maxPackEntries,
  maxReaderMebibytes,
  maxSongCells,
  maxUnpackedBytes,
  maxZipBytes,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { maxDepth } from '@stepledger/contracts/play/clean-value.ts'
import { maxRestBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { maxExpectedRows, maxTextBytes, maxUnknown } from '@stepledger/contracts/play/play-body.ts'
import { maxSentRows } from '@stepledger/contracts/play/timing-rows.ts'
import { maxMessage, maxTopics } from '@stepledger/contracts/push/messages.ts'
import { maxRivals } from '@stepledger/contracts/rivals/max-rivals.ts'
import { maxGoals, maxMilestones } from '@stepledger/contracts/rules/rules.ts'
import { streamPatienceSeconds } from '@stepledger/contracts/stream.ts'
import { maxVariantsMemory, variantsDeadlineSeconds } from '@stepledger/services/catalogue/images/variants.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { rateLimitVariable } from '@stepledger/services/platform/config/values.ts'
import { maxAtOnce } from '@stepledger/services/platform/http/pipelining.ts'
import { maxJpegScans } from '@stepledger/services/platform/images/image-format.ts'
import {
  maxPictureMemory,
  maxWaitingPictures,
  pictureDeadlineSeconds,
} from '@stepledger/services/platform/images/make-picture.ts'
import { appendSeconds } from '@stepledger/services/platform/ledger/kafka/kafka-ledger.ts'
import { defaultRateLimits, rateLimitNames } from '@stepledger/services/platform/limits/rate-limits.ts'
import { uploadIdleSeconds } from '@stepledger/services/platform/storage/serve-uploads.ts'
import { maxBufferedBytes } from '@stepledger/services/query/live/send-buffer.ts'
import { maxQueuedPages, maxQueuedSlowPages, snapshotsAtOnce } from '@stepledger/services/query/page.ts'
import { cacheLimits } from '@stepledger/services/query/page-cache.ts'
import { withGeneratedPart } from './generated-part.ts'

/** The page with its table regenerated from the code. Throws when the page has no markers. */
export function withLimits(page: string): string {
  return withGeneratedPart(page, 'limits', 'limits', table())
}

function table(): string {
  const { sockets, streams } = readConfig({})
  const rows: [subject: string, limit: string, variable?: string][] = [
    ...rateLimitNames.map((name): [string, string, string] => {
      const { calls, seconds } = defaultRateLimits[name]
      return [countedCalls[name], `${calls} in ${seconds} s`, rateLimitVariable(name)]
    }),
    [
      'stored bytes of plays, by player and day',
      bytes(defaultRateLimits.playBytesPerDay),
      'PLAY_BYTES_PER_DAY',
    ],
    [
      'the same without a verified mail; for all of these behind one address',
      `${bytes(defaultRateLimits.unverifiedBytesPerDay)}; ${bytes(defaultRateLimits.addressBytesPerDay)}`,
      'PLAY_BYTES_PER_DAY_…',
    ],
    [
      'free disk space below which writes are refused',
      'a tenth of the disk, from 64 MiB to 1 GiB',
      'MIN_FREE_DISK',
    ],
    [`request body of a play, or of up to ${maxBulkPlays} plays in one call`, bytes(maxPlayBytes)],
    ['unknown fields of a play: bytes, count, depth', `${bytes(maxRestBytes)}, ${maxUnknown}, ${maxDepth}`],
    ['rows of a play; rows that the game expects of the chart', `${maxSentRows}; ${maxExpectedRows}`],
    ['a title or another text of a play', bytes(maxTextBytes)],
    ['append to a Kafka that does not answer', `${appendSeconds} s`],
    ['idle timeout of a file upload', `${uploadIdleSeconds} s`],
    ['websockets: per process, address, account', Object.values(sockets).join(', '), 'MAX_SOCKETS…'],
    ['event streams: per process, address', `${streams.total}, ${streams.perAddress}`, 'MAX_STREAMS…'],
    ['timeout of a stream that is not read', `${streamPatienceSeconds} s`],
    ['send buffer of a websocket', bytes(maxBufferedBytes)],
    ['message to the server, topics per websocket', `${bytes(maxMessage)}, ${maxTopics}`],
    ['page cache: pages, memory', `${cacheLimits.maxPages}, ${bytes(cacheLimits.maxBytes)}`],
    ['pipelined requests handled at once', `${maxAtOnce}`],
    ['pages made concurrently, queued', `${snapshotsAtOnce}, ${maxQueuedPages}`],
    ['past standings made concurrently, queued', `1, ${maxQueuedSlowPages}`],
    ['API keys, passkeys, rivals per player', `${maxApiKeys}, ${maxPasskeys}, ${maxRivals}`],
    ['former aliases kept per player', String(maxFormerAliases)],
    ['days of a competition', String(maxCompetitionDays)],
    ['players, requests of a competition by invitation or request', `${maxParticipants}; ${maxRequests}`],
    ['invitations kept per player', String(maxInvitations)],
    ['milestones in the rules; pairs of system and grade in them', `${maxMilestones}; ${maxGoals}`],
    ['rules uploaded on `/admin`', bytes(maxRulesBytes)],
    [
      'a profile picture, or a picture of an event; signed addresses for each at a time',
      `${bytes(maxPictureBytes)}; ${maxPictureUploads}`,
    ],
    [
      'decoding either of them: time, memory; queue',
      `${pictureDeadlineSeconds} s, ${bytes(maxPictureMemory)}; ${maxWaitingPictures}`,
    ],
    [
      'decoding a picture of a pack: time, memory',
      `${variantsDeadlineSeconds} s, ${bytes(maxVariantsMemory)}`,
    ],
    ['scans of a JPEG', String(maxJpegScans)],
    [
      'a pack: zip, unpacked, one file, entries',
      `${bytes(maxZipBytes)}, ${bytes(maxUnpackedBytes)}, ${bytes(maxFileBytes)}, ${maxPackEntries}`,
    ],
    [
      'rows × panels of charts: per song, per pack',
      `${maxSongCells / 1e6} million, ${maxPackCells / 1e6} million`,
    ],
    [
      'pictures and step previews made from a pack',
      `64 MiB or ${maxMadeRatio} times the zip, at most ${bytes(maxMadeBytes)}`,
    ],
    [
      'CPU time to read a pack of 1 song, of 1,000 songs; memory',
      `${maxPackCpuSeconds(1)} s, ${maxPackCpuSeconds(1_000)} s; ${maxReaderMebibytes} MiB`,
    ],
  ]
  return [
    '| subject | limit |',
    '|---|---|',
    ...rows.map(
      ([subject, limit, variable]) => `| ${subject} | ${limit}${variable ? ` (\`${variable}\`)` : ''} |`,
    ),
  ].join('\n')
}

const countedCalls = {
  read: 'reads, by player or address',
  write: 'writes, by player or address',
  change: 'changes of rivals, keys, settings, events, by player',
  play: 'plays, by player',
  login: 'sign-ins, by address',
  register: 'registrations, by address',
  passkey: 'sign-ins by passkey, by address; calls about passkeys, by account',
  lookup: 'invalid tokens, by address',
  link: 'links in mails, by player; unknown ones by address',
  code: 'codes that link machines, asked for or looked up, by address',
  picture: 'link pictures, by address',
  mail: 'mails on request, by recipient',
  reset: 'password resets, by address',
  password: 'wrong passwords of an account from one address, before each is delayed; longest delay',
  account: 'the same from all unknown devices',
} satisfies Record<(typeof rateLimitNames)[number], string>

function bytes(count: number): string {
  return count >= 1024 ** 2 ? `${count / 1024 ** 2} MiB` : `${count / 1024} KiB`
}
