import { z } from 'zod'
import { grade } from '../../rules/grade-names.ts'

/** The name of a board, which is that of its scoring system: HardEX, EX, ITG. */
export const boardName = z.string().min(1).max(20)

/** A board of a request: HardEX, EX or ITG; HardEX by default. */
export const requestedBoard = z.string().max(20).optional()

export const onBoard = z.object({ leaderboard: requestedBoard })

/** A percentage with two decimals, `"96.95"`, from 0.00 to 100.00. */
export const percent = z.string().regex(/^(100\.00|\d{1,2}\.\d{2})$/)

export const scoreOnBoard = z.object({ leaderboard: boardName, data: z.object({ score: percent, grade }) })
export type ScoreOnBoard = z.infer<typeof scoreOnBoard>

export const boardReasonCode = z.enum([
  'body-version',
  'rate',
  'rate-unknown',
  'autoplay',
  'autoplay-unknown',
  'failed',
  'passed-unknown',
  'life-ran-out',
  'chart-mismatch',
  'withdrawn',
])

/** Why a play is not ranked: a code for programs, a sentence for people. */
export const boardReason = z.object({ code: boardReasonCode, text: z.string() })
export type BoardReason = z.infer<typeof boardReason>
