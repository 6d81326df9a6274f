import { z } from 'zod'
import type { PlaySubmitted } from '../events/play-submitted.ts'
import { isRecord } from '../is-record.ts'
import type { PackedPoints, PackedRows } from './columns.ts'
import { jsonText } from './json-text.ts'
import { type Dropped, doesNotFit, droppedFrom, restText, rowsFit } from './kept-bytes.ts'
import { packPoints, unpackPoints } from './pack-points.ts'
import { packRows, unpackRows } from './pack-rows.ts'
import type { PlayBody } from './play-body.ts'

/** The data of a play that its body determines. Player, time and id are assigned by the server. */
export type PackedPlay = Omit<
  PlaySubmitted['data'],
  'playId' | 'fingerprint' | 'playKey' | 'playedAt' | 'sealed'
>

/**
 * A body in two parts: the data that folds need, and the JSON text of an object with the rest. `unpackPlay` restores
 * the body.
 */
interface PackedBody {
  readonly data: PackedPlay
  readonly rest: string
  /** The parts of the body that exceed the limits and are in neither. */
  readonly dropped: readonly Dropped[]
}

/** Limit of JSON text up to which modifiers are stored unsealed, bytes. */
const maxModifiers = 4096

/**
 * Packs a body. The event's data restore what was sent in the usual form; the rest holds everything else, up to
 * `maxRestBytes`.
 */
export function packPlay(body: PlayBody): PackedBody {
  const { known, sent } = body
  const lifebar = packCurve(sent.lifebarInfo)
  const nps = packNps(sent.npsInfo)
  const modifiers = packModifiers(sent.modifiers)
  const { rows, isCut } = packKeptRows(body)
  const data: PackedPlay = {
    chart: known.hash,
    bodyVersion: body.version,
    songName: known.songName,
    artist: known.artist,
    pack: known.pack,
    stepartist: known.stepartist,
    description: known.description,
    length: known.length,
    meter: known.difficulty,
    rate: known.musicRate,
    autoplay: known.usedAutoplay,
    ...(known.usedAutoplay === null && sent.usedAutoplay !== undefined ? { autoplayUnknown: true } : {}),
    passed: known.passed,
    ...(known.lifeRanOut === null ? {} : { lifeRanOut: known.lifeRanOut }),
    ...(known.expectedRows === null ? {} : { expectedRows: known.expectedRows }),
    radar: { holds: known.radar.Holds, mines: known.radar.Mines, rolls: known.radar.Rolls },
    rows,
    lifebar: lifebar.points,
    nps: nps.points,
    peakNps: nps.peak,
    modifiers,
  }
  const rest = new Map(Object.entries(sent))
  for (const name of plainFields) rest.delete(name)
  if (known.description !== null) rest.delete('description')
  if (known.difficulty !== null && sent.difficulty === known.difficulty) rest.delete('difficulty')
  if (known.musicRate !== null) rest.delete('musicRate')
  if (known.usedAutoplay !== null) rest.delete('usedAutoplay')
  if (known.passed !== null) rest.delete('passed')
  if (known.lifeRanOut !== null) rest.delete('lifeRanOut')
  if (known.expectedRows !== null) rest.delete('expectedRows')
  if (lifebar.whole) rest.delete('lifebarInfo')
  if (modifiers) rest.delete('modifiers')
  keepOnly(rest, 'npsInfo', nps.rest)
  keepOnly(rest, 'radar', withoutKnown(sent.radar, ['Holds', 'Mines', 'Rolls']))
  const kept = restText(rest, rows)
  const cut = isCut ? [droppedFrom('timingData', `beyond time and offset ${doesNotFit}`)] : []
  return { data, rest: kept.rest, dropped: [...body.dropped, ...cut, ...kept.dropped] }
}

/** Packs the rows; only times and offsets if the further elements exceed the limit for unknown fields. */
function packKeptRows({ rows }: PlayBody): { rows: PackedRows; isCut: boolean } {
  const whole = packRows(rows)
  if (rowsFit(whole)) return { rows: whole, isCut: false }
  return { rows: packRows({ ...rows, width: 2, lengths: null, markers: null, more: [] }), isCut: true }
}

/** Required texts, which the data always restore. */
const plainFields = ['hash', 'songName', 'artist', 'pack', 'stepartist', 'length'] as const

function keepOnly(rest: Map<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) rest.delete(name)
  else rest.set(name, value)
}

/**
 * `whole`: the points restore the sent list. Otherwise they are the drawable subset, and the list must be stored as
 * well.
 */
function packCurve(sent: unknown): { points: PackedPoints; whole: boolean } {
  const none = { points: { count: 0, columns: {} }, whole: false }
  if (!Array.isArray(sent) || sent.length === 0) return none
  const whole = packPoints(sent)
  if (whole && isUsual(Object.keys(whole.columns))) return { points: whole, whole: true }
  const drawable = packPoints(sent.flatMap(drawablePoint))
  return drawable ? { points: drawable, whole: false } : none
}

/** Points with other names are drawable too, but their further values count as unknown. */
function isUsual(names: readonly string[]): boolean {
  return names.includes('x') && names.includes('y') && names.every((name) => curveNames.has(name))
}

const curveNames = new Set(['x', 'y', 'nps', 'measure'])

function drawablePoint(point: unknown): { x: number; y: number }[] {
  if (typeof point !== 'object' || point === null || !('x' in point) || !('y' in point)) return []
  const { x, y } = point
  return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
}

/** `rest`: the parts of the sent npsInfo that the other two do not restore. */
function packNps(sent: unknown): { points: PackedPoints | null; peak: number | null; rest: unknown } {
  if (!isRecord(sent) || !('points' in sent)) return { points: null, peak: null, rest: sent }
  const { points, whole } = packCurve(sent.points)
  if (points.count === 0) return { points: null, peak: null, rest: sent }
  const peak = 'peakNPS' in sent && typeof sent.peakNPS === 'number' ? sent.peakNPS : null
  const given = [...(whole ? ['points'] : []), ...(peak === null ? [] : ['peakNPS'])]
  return { points, peak, rest: withoutKnown(sent, given) }
}

function packModifiers(sent: unknown): Record<string, unknown> | null {
  if (!isRecord(sent)) return null
  return Buffer.byteLength(jsonText(sent)) <= maxModifiers ? { ...sent } : null
}

/** Returns an object without these members; undefined if it is then empty. */
function withoutKnown(sent: unknown, names: readonly string[]): unknown {
  if (!isRecord(sent)) return sent
  const left = Object.entries(sent).filter(([name]) => !names.includes(name))
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

const restOfBody = z.looseObject({
  radar: z.looseObject({}).optional(),
  npsInfo: z.unknown().optional(),
})

/**
 * Restores the sent body, field for field, from the event's data and the JSON text of the rest. Throws
 * MalformedColumnError, ZodError.
 */
export function unpackPlay(data: PackedPlay, rest: string): Record<string, unknown> {
  const { radar, npsInfo, ...others } = restOfBody.parse(JSON.parse(rest))
  return {
    ...withoutNulls({
      hash: data.chart,
      songName: data.songName,
      artist: data.artist,
      pack: data.pack,
      stepartist: data.stepartist,
      description: data.description,
      length: data.length,
      difficulty: data.meter,
      timingData: unpackRows(data.rows),
      radar: { Holds: data.radar.holds, Mines: data.radar.mines, Rolls: data.radar.rolls, ...radar },
      lifebarInfo: data.lifebar.count > 0 ? unpackPoints(data.lifebar) : null,
      npsInfo: data.nps ? unpackNps(data, npsInfo) : null,
      modifiers: data.modifiers,
      musicRate: data.rate,
      usedAutoplay: data.autoplay,
      passed: data.passed,
      lifeRanOut: data.lifeRanOut ?? null,
      expectedRows: data.expectedRows ?? null,
    }),
    ...others,
    ...(data.nps || npsInfo === undefined ? {} : { npsInfo }),
  }
}

function unpackNps({ nps, peakNps }: PackedPlay, more: unknown): object {
  return {
    ...(peakNps === null ? {} : { peakNPS: peakNps }),
    ...(nps ? { points: unpackPoints(nps) } : {}),
    ...(typeof more === 'object' ? more : {}),
  }
}

/** Null: the field was not sent, or is in the rest. */
function withoutNulls(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
