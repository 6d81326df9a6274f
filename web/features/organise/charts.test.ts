import { expect, it } from 'vitest'
import { hashesIn } from './charts.ts'

const [one, two] = ['fc031f34a1917a55', '8370c92bbdeb0e9d']

it.each([
  ['lines', `${one}\n${two}\n`],
  ['commas', `${one},${two}`],
  ['a JSON list', `["${one}", "${two}"]`],
  ['capitals and repetitions', `${one.toUpperCase()} ${two} ${one}`],
])('finds hashes in %s', (_, text) => {
  expect(hashesIn(text)).toEqual({ hashes: [one, two], others: [] })
})

it('names what is no hash', () => {
  expect(hashesIn(`${one} Title fc03`)).toEqual({ hashes: [one], others: ['title', 'fc03'] })
})
