import type { Question } from '../question.ts'
import { boardsByMeter, competitionGaps, overRatedCharts, passRate } from './about-boards.ts'
import { activePlayers, hoursOfPlay, progressByMeter, whoComesBack, whoImproves } from './about-players.ts'
import { earlyOrLate, judgmentsBySpeed, streamsAndAccuracy, timingWithinAChart } from './about-timing.ts'
import { sessionDrift } from './session-drift.ts'

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
