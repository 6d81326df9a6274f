import { expect, it } from 'vitest'
import { z } from 'zod'
import { eventTypes } from './registry.ts'

const byGame = 'a fact of the chart or of the play, as the game sends it: folds and pages need it'
const byUploader = 'content of a pack that its uploader published: it outlives the account'
const byOperator = 'written by an operator for everybody to read'
const byOperatorAlone = 'a reason written by an operator, without personal data'
const byOperatorOrSealed =
  'a reason: of an operator, without personal data; of an organiser, sealed with their key'
const byOrganiser = 'sealed with the key of the player'
const byServer = 'made by the server'

/**
 * What events hold beyond numbers, ids and choices, by path, each with the reason why it may stay: a path stands for
 * everything below it. Events are never deleted, so what players write must be sealed with a key that an erasure
 * deletes.
 */
const declared: Readonly<Record<string, string>> = {
  'PlaySubmitted.sealed': 'sealed with the key of the player',
  'PlaySubmitted.fingerprint': byServer,
  'PlaySubmitted.playKey': 'an idempotency key of at most 200 characters, made by the client',
  'PlaySubmitted.bodyVersion': byGame,
  'PlaySubmitted.songName': byGame,
  'PlaySubmitted.artist': byGame,
  'PlaySubmitted.pack': byGame,
  'PlaySubmitted.stepartist': byGame,
  'PlaySubmitted.description': byGame,
  'PlaySubmitted.length': byGame,
  'PlaySubmitted.rows': byGame,
  'PlaySubmitted.lifebar': byGame,
  'PlaySubmitted.nps': byGame,
  'PlaySubmitted.modifiers': byGame,
  'PlayWithdrawn.reason':
    'written by an operator, without personal data; null if the player withdraws the play',
  'PackUploaded.name': byUploader,
  'PackUploaded.sha256': byServer,
  'SongProcessed.folder': byUploader,
  'SongProcessed.title': byUploader,
  'SongProcessed.subtitle': byUploader,
  'SongProcessed.artist': byUploader,
  'SongProcessed.titleTranslit': byUploader,
  'SongProcessed.subtitleTranslit': byUploader,
  'SongProcessed.artistTranslit': byUploader,
  'SongProcessed.genre': byUploader,
  'SongProcessed.credit': byUploader,
  'SongProcessed.charts': byUploader,
  'SongProcessed.leftOut': byUploader,
  'PackProcessed.name': byUploader,
  'PackProcessed.leftOut': byUploader,
  'PackRejected.reason': byServer,
  'PackRejected.advice': byServer,
  'PackRenamed.name': byOperator,
  'RulesPublished.rules': byOperator,
  'EventAnnounced.document':
    'written by an operator for everybody to read; placeholders for the words of players',
  'RulesPublished.by': byOperatorAlone,
  'EventAnnounced.words': byOrganiser,
  'EventAnnounced.by': byOperatorOrSealed,
  'EventChartsChosen.by': byOperatorOrSealed,
  'EventWindowChanged.by': byOperatorOrSealed,
  'EventPointsChanged.by': byOperatorOrSealed,
  'EventOrganisersChanged.by': byOperatorOrSealed,
  'EventListingChanged.by': byOperatorOrSealed,
  'EventPlayTakenOut.by': byOperatorOrSealed,
  'EventClosed.by': byOperatorOrSealed,
  'EventScoresRecorded.players': 'ids of players',
  'EventScoresRecorded.hundredths': 'numbers',
  'OperatorActed.what': byServer,
  'OperatorActed.details': 'made by the server: ids, numbers, and names of packs and events',
  'OperatorActed.reason': byOperatorAlone,
}

it('events contain no clear text except for the fields declared here', () => {
  const found = eventTypes.flatMap(({ type, data }) => openFields(data, type))
  const isDeclared = (path: string) =>
    Object.keys(declared).some((known) => path === known || path.startsWith(`${known}.`))
  const undeclared = found.filter((path) => !isDeclared(path))
  expect(
    undeclared,
    `${undeclared.join(', ')} can hold any text, which stays in the ledger even when its player is erased. If players ` +
      'write it, seal it with the key of its player (contracts/play/sealing.ts, as services/ingest/record-play.ts does) ' +
      'and make the field `bytes`. Then add the path and the reason why it may stay to `declared` in clear-text.test.ts.',
  ).toEqual([])

  const unused = Object.keys(declared).filter(
    (known) => !found.some((path) => path === known || path.startsWith(`${known}.`)),
  )
  expect(unused, 'declared, but in no event').toEqual([])
})

it('text is found wherever a schema allows it; ids, patterns, choices and numbers are none', () => {
  const schema = z.object({
    plain: z.string().max(10),
    maybe: z.string().nullable().optional(),
    address: z.url(),
    mail: z.email(),
    list: z.array(z.object({ text: z.string(), id: z.uuid() })),
    pair: z.tuple([z.int(), z.string()]),
    either: z.union([z.literal('a'), z.string()]),
    names: z.record(z.string(), z.int()),
    values: z.record(z.enum(['a', 'b']), z.object({ text: z.string() })),
    anything: z.unknown(),
    bytes: z.instanceof(Uint8Array),
    id: z.uuid(),
    hash: z.string().regex(/^[0-9a-f]{16}$/),
    choice: z.enum(['a', 'b']).nullable(),
    number: z.number(),
    flag: z.boolean().optional(),
  })
  expect(openFields(schema, 'Event')).toEqual([
    'Event.plain',
    'Event.maybe',
    'Event.address',
    'Event.mail',
    'Event.list.text',
    'Event.pair',
    'Event.either',
    'Event.names',
    'Event.values.text',
    'Event.anything',
    'Event.bytes',
  ])
})

type JsonSchema = z.core.JSONSchema._JSONSchema

/** The paths of the fields that can hold any text or bytes. */
function openFields(schema: z.ZodType, path: string): string[] {
  return [...new Set(openPaths(z.toJSONSchema(schema, { unrepresentable: 'any' }), path))]
}

function openPaths(schema: JsonSchema, path: string): string[] {
  if (schema === false) return []
  if (schema === true) return [path]
  const { type, pattern, format, properties, propertyNames, additionalProperties, items, prefixItems } =
    schema
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return choices.flatMap((choice) => openPaths(choice, path))
  if (schema.enum || schema.const !== undefined) return []
  return [type].flat().flatMap((kind) => {
    switch (kind) {
      case 'string':
        return pattern !== undefined && (format === undefined || format === 'uuid') ? [] : [path]
      case 'array':
        return [...(prefixItems ?? []), ...[items ?? []].flat()].flatMap((item) => openPaths(item, path))
      case 'object':
        return [
          ...Object.entries(properties ?? {}).flatMap(([name, each]) => openPaths(each, `${path}.${name}`)),
          ...(propertyNames === undefined ? [] : openPaths(propertyNames, path)),
          ...(additionalProperties === undefined ? [] : openPaths(additionalProperties, path)),
        ]
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return []
      default:
        // Bytes, unknown values and whatever JSON Schema cannot describe.
        return [path]
    }
  })
}
