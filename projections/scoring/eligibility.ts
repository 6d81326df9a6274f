import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type ClaimedCounts, fitsChart } from './counts.ts'
import type { PlayToScore } from './play-to-score.ts'

/** Empty if it is eligible. */
export function reasonsAgainst(play: PlayToScore, rules: Rules): BoardReason[] {
  const { eligibility } = rules
  const codes: BoardReason['code'][] = []
  if (!isAtLeast(play.bodyVersion, eligibility.minBodyVersion)) codes.push('body-version')
  if (play.rate === null) codes.push('rate-unknown')
  else if (play.rate !== eligibility.rate) codes.push('rate')
  if (!eligibility.autoplay && play.autoplay === true) codes.push('autoplay')
  if (!eligibility.autoplay && isAutoplayUnknown(play, eligibility)) codes.push('autoplay-unknown')
  if (!eligibility.failed && play.passed === false) codes.push('failed')
  if (!eligibility.failed && play.passed === null) codes.push('passed-unknown')
  if (!eligibility.failed && !eligibility.lifeRanOut && play.passed && play.lifeRanOut)
    codes.push('life-ran-out')
  if (play.counts && play.counts.length > 0 && !fitsChart(claimedCounts(play), play.counts))
    codes.push('chart-mismatch')
  return codes.map((code) => ({ code, text: reasonText(code, rules) }))
}

function isAutoplayUnknown(
  { autoplay, autoplayUnknown }: PlayToScore,
  { autoplayMissing }: Rules['eligibility'],
): boolean {
  return autoplayUnknown === true || (autoplay === null && !autoplayMissing)
}

export function claimedCounts(play: PlayToScore): ClaimedCounts {
  const { offsets, radar, passed, expectedRows } = play
  return {
    rows: offsets.length,
    expectedRows: expectedRows ?? null,
    holds: radar.holds[1],
    rolls: radar.rolls[1],
    mines: radar.mines[1],
    failed: passed === false,
  }
}

/** A sentence for players, with the remedy. */
export function reasonText(code: BoardReason['code'], { eligibility }: Rules): string {
  switch (code) {
    case 'body-version':
      return 'The module is too old to send all that ranking needs: update it.'
    case 'rate':
      return `Only plays at music rate ${eligibility.rate} are ranked.`
    case 'rate-unknown':
      return 'The module is too old to send the music rate: update it.'
    case 'autoplay':
      return 'Autoplay was on: turn it off.'
    case 'autoplay-unknown':
      return 'The module is too old to send whether autoplay was on: update it.'
    case 'failed':
      return "Failed plays aren't ranked."
    case 'passed-unknown':
      return 'The module is too old to send whether the song was passed: update it.'
    case 'life-ran-out':
      return 'The life bar ran out while fail was off: turn fail on and pass.'
    case 'chart-mismatch':
      return "Its steps, holds, rolls or mines don't match the chart: get the newest version of the pack."
    case 'withdrawn':
      return 'It was withdrawn: play it again.'
  }
}

/**
 * Whether `version` is at least `least`, compared numerically part by part: 1.10 is newer than 1.2. A malformed version
 * is older than any.
 */
export function isAtLeast(version: string, least: string): boolean {
  const parts = versionParts(version)
  const minimum = versionParts(least)
  if (!parts || !minimum) return false
  for (let i = 0; i < Math.max(parts.length, minimum.length); i++) {
    const difference = (parts[i] ?? 0) - (minimum[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

function versionParts(version: string): number[] | null {
  return /^\d{1,9}(\.\d{1,9}){0,5}$/.test(version) ? version.split('.').map(Number) : null
}
