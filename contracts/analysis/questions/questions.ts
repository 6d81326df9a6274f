import type { Question } from '../question.ts'
import { boardsByMeter, competitionGaps, overRatedCharts, passRate } from './chart-questions.ts'
import { activePlayers, hoursOfPlay, progressByMeter, whoComesBack, whoImproves } from './player-questions.ts'
import {
  earlyOrLate,
  judgmentsBySpeed,
  sessionDrift,
  streamsAndAccuracy,
  timingWithinAChart,
} from './step-questions.ts'

/** The prepared queries, shown in docs/analysis.md and on the page /data/explore. */
export const questions: readonly Question[] = [
  sessionDrift,
  overRatedCharts,
  whoImproves,
  judgmentsBySpeed,
  streamsAndAccuracy,
  timingWithinAChart,
  passRate,
  boardsByMeter,
  earlyOrLate,
  competitionGaps,
  activePlayers,
  whoComesBack,
  progressByMeter,
  hoursOfPlay,
]
