import type { Question } from '../question.ts'
import { activePlayers } from './active-players.ts'
import { boardsByMeter } from './boards-by-meter.ts'
import { competitionGaps } from './competition-gaps.ts'
import { earlyOrLate } from './early-or-late.ts'
import { hoursOfPlay } from './hours-of-play.ts'
import { judgmentsBySpeed } from './judgments-by-speed.ts'
import { overRatedCharts } from './over-rated-charts.ts'
import { passRate } from './pass-rate.ts'
import { progressByMeter } from './progress-by-meter.ts'
import { sessionDrift } from './session-drift.ts'
import { streamsAndAccuracy } from './streams-and-accuracy.ts'
import { timingWithinAChart } from './timing-within-a-chart.ts'
import { whoComesBack } from './who-comes-back.ts'
import { whoImproves } from './who-improves.ts'

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
