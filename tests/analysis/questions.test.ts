import { afterAll, beforeAll, describe } from 'vitest'
import { type Answers, exportAnswers } from './answers.ts'
import { chartQuestionTests } from './chart-questions.ts'
import { playerQuestionTests } from './player-questions.ts'

/** The answers of docs/analysis.md, compared with the plays within four standard deviations of the noise. */
describe('the answer to', () => {
  let answers: Answers

  beforeAll(async () => {
    answers = await exportAnswers()
  })
  afterAll(() => answers.given.stop())

  chartQuestionTests(() => answers)
  playerQuestionTests(() => answers)
})
