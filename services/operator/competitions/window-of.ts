import {
  type CompetitionDocument,
  type CompetitionRound,
  competitionDocument,
  lengthOf,
  newCompetitionDocument,
} from '@stepledger/contracts/rules/competition-document.ts'
import { withRound } from '@stepledger/projections/standings/competition-state.ts'
import { UsageError } from '../exit-codes.ts'
import { checked } from './competition-file.ts'

/** Changes of a window. Ms since 1970; `grace`: seconds. */
export interface WindowOptions {
  readonly start?: number
  readonly end?: number
  readonly grace?: number
}

/**
 * The document with a changed window of a round. Throws UsageError without a change, for an unknown round and for an
 * invalid window.
 */
export function withWindow(
  document: CompetitionDocument,
  number: number,
  { start, end, grace }: WindowOptions,
): CompetitionDocument {
  if (start === undefined && end === undefined && grace === undefined)
    throw new UsageError('Specify --start, --end or --grace')
  const round = roundOf(document, number)
  const changed = withRound(document, number, { start: start ?? round.start, end: end ?? round.end })
  // One that is longer than the limit can be shortened a round at a time.
  const schema = lengthOf(changed) > lengthOf(document) ? newCompetitionDocument : competitionDocument
  return checked(`Round ${number} of ${document.slug} cannot have this window`, schema, {
    ...changed,
    grace: grace ?? document.grace,
  })
}

/** The round with this 1-based number. Throws UsageError when it does not exist. */
export function roundOf({ slug, rounds }: CompetitionDocument, number: number): CompetitionRound {
  const round = rounds[number - 1]
  if (!round)
    throw new UsageError(
      `--round: ${slug} has ${rounds.length === 1 ? 'one round' : `rounds 1 to ${rounds.length}`}`,
    )
  return round
}
