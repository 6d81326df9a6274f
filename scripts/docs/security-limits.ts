import { maxApiKeys } from '@stepledger/contracts/http/api-keys.ts'
import { maxBulkPlays } from '@stepledger/contracts/http/bulk-plays.ts'
import { maxPlayBytes } from '@stepledger/contracts/http/game.ts'
import { mostFormerAliases } from '@stepledger/contracts/http/own-profile.ts'
import { maxPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import { maxPictureBytes, mostPictureUploads } from '@stepledger/contracts/http/profile-image.ts'
import { maxRivals } from '@stepledger/contracts/http/rivals.ts'
import {
  maxMadeBytes,
  maxMadeRatio,
  maxPackCells,
  maxPackCpuSeconds,
  maxReaderMebibytes,
  maxSongCells,
} from '@stepledger/contracts/packs/pack-limits.ts'
import { maxDepth } from '@stepledger/contracts/play/clean-value.ts'
import { maxRestBytes } from '@stepledger/contracts/play/kept-bytes.ts'
import { maxTextBytes, maxUnknown } from '@stepledger/contracts/play/play-body.ts'
import { maxMessage, maxTopics } from '@stepledger/contracts/push/messages.ts'
import { streamPatienceSeconds } from '@stepledger/contracts/stream/messages.ts'
import {
  maxPictureMemory,
  maxWaitingPictures,
  pictureDeadlineSeconds,
} from '@stepledger/services/accounts/pictures/make-picture.ts'
import {
  maxVariantsMemory,
  variantsDeadlineSeconds,
} from '@stepledger/services/catalogue/images/variant-maker.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { rateLimitVariable } from '@stepledger/services/platform/config/values.ts'
import { maxJpegScans } from '@stepledger/services/platform/images/jpeg-scans.ts'
import { defaultRateLimits, rateLimitNames } from '@stepledger/services/platform/limits/rate-limits.ts'
import { uploadIdleSeconds } from '@stepledger/services/platform/storage/serve-uploads.ts'
import { maxWaiting } from '@stepledger/services/query/live/send-buffer.ts'
import { mostPages, snapshotsAtOnce } from '@stepledger/services/query/make-page.ts'

const begin = '<!-- limits: written by `npm run security` -->'
const end = '<!-- /limits -->'

/** The page with its table of limits as the code has them. */
export function withLimits(page: string): string {
  const [before, rest] = page.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined)
    throw new Error('docs/security.md has no place for its limits')
  return `${before}${begin}\n\n${table()}\n\n${end}${after}`
}

function table(): string {
  const { sockets, streams } = readConfig({})
  const rows: [what: string, limit: string, variable: string][] = [
    ...rateLimitNames.map((name): [string, string, string] => {
      const { calls, seconds } = defaultRateLimits[name]
      return [whatIsCounted[name], `${calls} in ${seconds} s`, rateLimitVariable(name)]
    }),
    [
      'what the plays of a player take in a day',
      bytes(defaultRateLimits.playBytesPerDay),
      'PLAY_BYTES_PER_DAY',
    ],
    [
      'the same without a verified mail; of all such players of an address',
      `${bytes(defaultRateLimits.unverifiedBytesPerDay)}; ${bytes(defaultRateLimits.addressBytesPerDay)}`,
      'PLAY_BYTES_PER_DAY_…',
    ],
    [
      'free space below which nothing is stored',
      'a tenth of the disk, from 64 MiB to 1 GiB',
      'MIN_FREE_DISK',
    ],
    [`the body of a play, or of up to ${maxBulkPlays} of them in one call`, bytes(maxPlayBytes), ''],
    [
      'unknown fields of a play: bytes, number, levels',
      `${bytes(maxRestBytes)}, ${maxUnknown}, ${maxDepth}`,
      '',
    ],
    ['a title, or another text of a play', bytes(maxTextBytes), ''],
    ['for how long a file that is being sent may bring no byte', `${uploadIdleSeconds} s`, ''],
    ['sockets of a process, of an address, of an account', Object.values(sockets).join(', '), 'MAX_SOCKETS…'],
    ['event streams of a process, of an address', `${streams.inAll}, ${streams.perAddress}`, 'MAX_STREAMS…'],
    ['for how long a reader of an event stream may take nothing', `${streamPatienceSeconds} s`, ''],
    ['bytes that wait for a slow socket', bytes(maxWaiting), ''],
    ['bytes of a message to the server, topics of a socket', `${bytes(maxMessage)}, ${maxTopics}`, ''],
    ['pages that are read at once, that wait for it', `${snapshotsAtOnce}, ${mostPages}`, ''],
    ['API keys, passkeys, rivals of a player', `${maxApiKeys}, ${maxPasskeys}, ${maxRivals}`, ''],
    ['former aliases that stay a player’s', String(mostFormerAliases), ''],
    [
      'bytes of a picture; addresses for one that a player has at a time',
      `${bytes(maxPictureBytes)}; ${mostPictureUploads}`,
      '',
    ],
    [
      'decoding a picture of a player: time, memory; pictures that wait',
      `${pictureDeadlineSeconds} s, ${bytes(maxPictureMemory)}; ${maxWaitingPictures}`,
      '',
    ],
    [
      'decoding a picture of a pack: time, memory',
      `${variantsDeadlineSeconds} s, ${bytes(maxVariantsMemory)}`,
      '',
    ],
    ['scans of a JPEG', String(maxJpegScans), ''],
    [
      'rows × panels of the charts of a song, of a pack',
      `${maxSongCells / 1e6} million, ${maxPackCells / 1e6} million`,
      '',
    ],
    [
      'pictures and step previews made of a pack',
      `64 MiB or ${maxMadeRatio} times the zip, at most ${bytes(maxMadeBytes)}`,
      '',
    ],
    [
      'CPU time for reading a pack of one song, of 1,000 songs; memory',
      `${maxPackCpuSeconds(1)} s, ${maxPackCpuSeconds(1_000)} s; ${maxReaderMebibytes} MiB`,
      '',
    ],
  ]
  return [
    '| what | limit | variable |',
    '|---|---|---|',
    ...rows.map(([what, limit, variable]) => `| ${what} | ${limit} | ${variable && `\`${variable}\``} |`),
  ].join('\n')
}

const whatIsCounted = {
  read: 'reads, by player or address',
  write: 'writes, by player or address',
  play: 'plays, by player',
  login: 'sign-ins, by address',
  register: 'registrations, by address',
  passkey: 'sign-ins by passkey, by address; calls about passkeys, by account',
  lookup: 'tokens that name nobody, by address',
  link: 'links of mails, by player; unknown ones by address',
  picture: 'link pictures, by address',
  mail: 'mails that somebody asks for, by who gets them',
  reset: 'asked resets of passwords, by address; beyond it only known addresses get a mail',
  password: 'free wrong passwords of an account from one address; the longest wait',
  account: 'free wrong passwords of an account from all strangers; the longest wait',
} satisfies Record<(typeof rateLimitNames)[number], string>

function bytes(count: number): string {
  return count >= 1024 ** 2 ? `${count / 1024 ** 2} MiB` : `${count / 1024} KiB`
}
