import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../../platform/http/test-app.ts'
import { serveCountries } from './own-account.ts'

let app: FastifyInstance
beforeAll(() => {
  app = testApp()
  serveCountries(app)
})
afterAll(() => app.close())

it('lists the countries by name, and answers 304 when unchanged', async () => {
  const first = await app.inject('/api/countries')
  const { countries } = first.json<{ countries: { id: number; name: string; code: string }[] }>()
  expect(countries.length).toBeGreaterThan(240)
  expect(countries[0]).toEqual({ id: 4, name: 'Afghanistan', code: 'AF' })
  expect(countries).toContainEqual({ id: 276, name: 'Germany', code: 'DE' })
  expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length)

  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await app.inject({ url: '/api/countries', headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('uses the short names of CLDR, in their order', async () => {
  const { countries } = (await app.inject('/api/countries')).json<{
    countries: { id: number; name: string; code: string }[]
  }>()
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name
  expect(['TW', 'KR', 'RU', 'CI', 'CZ', 'IR', 'HK', 'XK', 'GB', 'US'].map(nameOf)).toEqual([
    'Taiwan',
    'South Korea',
    'Russia',
    'Côte d’Ivoire',
    'Czechia',
    'Iran',
    'Hong Kong',
    'Kosovo',
    'UK',
    'US',
  ])
  const names = countries.map(({ name }) => name)
  expect(names.filter((name) => /,| of (?!Man\b)/.test(name))).toEqual([])
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
})
