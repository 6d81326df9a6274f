import { maxDepth } from '../play/clean-value.ts'
import { maxRestBytes, usualRowBytes } from '../play/kept-bytes.ts'
import { maxCount, maxExpectedRows, maxTextBytes, maxUnknown } from '../play/play-body.ts'
import { maxSentRows } from '../play/timing-rows.ts'

const text = {
  type: 'string',
  description: `Stored up to ${maxTextBytes} bytes of UTF-8, displayed up to 500 characters`,
}
const counts = {
  type: 'array',
  prefixItems: [
    { type: 'integer', minimum: 0, maximum: maxCount, description: 'actual' },
    { type: 'integer', minimum: 0, maximum: maxCount, description: 'possible' },
  ],
  minItems: 2,
  maxItems: 2,
}
const points = {
  type: 'array',
  items: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
}

/**
 * OpenAPI schema of a play's body. `readPlayBody` validates it by hand, for speed, and accepts more: optional fields of
 * another type are stored as sent.
 */
export const playBodySchema = {
  type: 'object',
  description: `A play as sent by the game. Unknown fields are stored, up to ${maxUnknown} fields, ${maxDepth} levels and ${maxRestBytes} bytes of JSON in total; the response lists dropped ones.`,
  required: ['hash', 'songName', 'artist', 'pack', 'stepartist', 'length', 'timingData', 'radar'],
  properties: {
    hash: { type: 'string', pattern: '^[0-9a-f]{16}$', description: 'The hash in the path' },
    songName: text,
    artist: text,
    pack: text,
    stepartist: text,
    length: { ...text, description: 'm:ss' },
    timingData: {
      type: 'array',
      minItems: 1,
      maxItems: maxSentRows,
      description: `One row for each judged row of the chart, in order of time: song seconds, then the offset in seconds (late positive) or "Miss". Further elements are stored; beyond an average of ${usualRowBytes} bytes per row they count towards the limit of unknown fields`,
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 9,
        prefixItems: [
          { type: 'number' },
          { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^Miss', maxLength: 100 }] },
        ],
      },
    },
    radar: {
      type: 'object',
      required: ['Holds', 'Mines', 'Rolls'],
      properties: { Holds: counts, Mines: { ...counts, description: 'Actual: dodged' }, Rolls: counts },
    },
    description: { type: 'string' },
    difficulty: { description: 'The meter, a number or a numeric text' },
    musicRate: { type: 'number', exclusiveMinimum: 0, description: '1 by default' },
    usedAutoplay: { type: 'boolean' },
    passed: { type: 'boolean' },
    lifeRanOut: {
      type: 'boolean',
      description: 'The life bar was empty at some moment, also if the song was passed because fail was off',
    },
    expectedRows: {
      type: 'integer',
      minimum: 1,
      maximum: maxExpectedRows,
      description:
        'Rows of the chart. Until a pack contains the chart, they give the maximum of a failed play, which ends before the last row',
    },
    lifebarInfo: points,
    npsInfo: { description: '{peakNPS, points: [{x, y}]}; an empty list is the same as none' },
    modifiers: { type: 'object' },
    pendingDate: {
      type: 'string',
      description: 'Time of play, YYYY-MM-DDTHH:MM:SS in the time zone of the player',
    },
    playKey: { type: 'string', description: 'Idempotency key, same as the header Idempotency-Key' },
    side: {
      enum: [1, 2],
      description: 'Player side of the machine; plays that differ only in it are distinct',
    },
    bodyVersion: { type: 'string', description: '1.0 by default' },
  },
} as const
