import { expect, it } from 'vitest'
import { storyOf } from '../decider-in-tests.ts'
import { firstRules } from './first-rules.ts'
import { publishedRules } from './published-rules.ts'

const given = storyOf(publishedRules)
const other = { ...firstRules, title: 'Other' }
const published = (rules: typeof firstRules) => ({ type: 'RulesPublished', data: { rules } }) as const

it('the rules published last are in force, and earlier ones can be published again', () => {
  const story = given(published(firstRules), published(other))
  expect(story.state).toMatchObject({ version: 2, offset: 1, rules: other })
  expect(story.when({ type: 'publish', rules: firstRules })).toEqual([published(firstRules)])
})

it('rules that are in force are not published twice', () => {
  expect(given(published(firstRules)).when({ type: 'publish', rules: { ...firstRules } })).toMatchObject({
    refused: 'in-force',
  })
})

it('of two publications on the same version the first counts', () => {
  const story = given(
    published(firstRules),
    { ...published(other), decidedOn: 1 },
    { ...published(firstRules), decidedOn: 1 },
  )
  expect(story.state).toMatchObject({ version: 2, offset: 1, rules: other })
})
