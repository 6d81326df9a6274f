const text = { type: 'string', description: 'Kept up to 4096 bytes of UTF-8; shown are 500 characters' }
const counts = {
  type: 'array',
  prefixItems: [
    { type: 'integer', minimum: 0, maximum: 1_000_000_000, description: 'actual' },
    { type: 'integer', minimum: 0, maximum: 1_000_000_000, description: 'possible' },
  ],
  minItems: 2,
  maxItems: 2,
}
const points = {
  type: 'array',
  items: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
}

/**
 * A play's body as OpenAPI tells of it. It is read by `readPlayBody`, which goes through the rows itself, for speed,
 * and takes more than this says: an optional field that is not what it should be is only kept.
 */
export const playBodySchema = {
  type: 'object',
  description:
    'A play as the game knows it. Whatever else is sent is kept, up to 200 fields, 32 levels and 65536 bytes of JSON all together; the answer names what was dropped.',
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
      maxItems: 50_000,
      description:
        'A row for each judged row of the chart, in the order of time: song seconds, then the offset in seconds, late positive, or "Miss"; what follows is kept: beyond 70 bytes a row, over all rows, it counts as an unknown field',
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
    difficulty: { description: 'The meter, a number or a text' },
    musicRate: { type: 'number', exclusiveMinimum: 0, description: '1 by default' },
    usedAutoplay: { type: 'boolean' },
    passed: { type: 'boolean' },
    lifebarInfo: points,
    npsInfo: { description: '{peakNPS, points: [{x, y}]}; an empty list counts as none' },
    modifiers: { type: 'object' },
    pendingDate: {
      type: 'string',
      description: 'When it was played, YYYY-MM-DDTHH:MM:SS in the time zone of the player',
    },
    playKey: { type: 'string', description: 'Names this play, as Idempotency-Key does' },
    side: {
      enum: [1, 2],
      description: 'Which player of the machine: two plays that differ in it alone are two',
    },
    bodyVersion: { type: 'string', description: '1.0 by default' },
  },
} as const
