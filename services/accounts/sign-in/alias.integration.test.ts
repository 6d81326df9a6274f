import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { accountsSteps, migrateAccounts } from '../migrations.ts'
import { type AccountsForTests, accountsForTests, testPassword } from '../test-app.ts'

let service: AccountsForTests
beforeAll(async () => {
  service = await accountsForTests()
})
afterAll(() => service.stop())

let asked = 0
/** 'taken by me', or why it was refused. */
async function register(alias: string): Promise<string> {
  asked += 1
  const body = { email: `someone${asked}@example.org`, alias, password: testPassword }
  const answer = await service.send('POST', '/api/register', { body })
  return answer.statusCode === 200 ? 'taken by me' : `${answer.statusCode} ${answer.json().error}`
}

const invisible = '422 Alias must not contain invisible characters'
const stacked = '422 Alias must not have so many marks on one letter'

describe('an alias', () => {
  it.each([
    ['a Hangul filler', 'fill\u3164er', invisible],
    ['a choseong filler', 'fill\u115fer', invisible],
    ['a jungseong filler', 'fill\u1160er', invisible],
    ['a half-width filler', 'fill\uffa0er', invisible],
    ['a blank of Braille', 'fill\u2800er', invisible],
    ['a note without a head', 'fill\u{1d159}er', invisible],
    ['a soft hyphen', 'fill\u00ader', invisible],
    ['a grapheme joiner', 'fill\u034fer', invisible],
    ['a space of no width', 'fill\u200ber', invisible],
    ['a joiner between Latin letters', 'fill\u200der', invisible],
    ['a joiner at its end', 'می\u200c', invisible],
    ['a selector of variants', 'fill\ufe0fer', invisible],
    ['a tag', 'fill\u{e0041}er', invisible],
    ['a Mongolian vowel separator', 'fill\u180eer', invisible],
    ['a turn of the direction', 'fill\u202eer', invisible],
    ['an isolate', 'fill\u2066er', invisible],
    ['a control character', 'fill\u0085er', invisible],
    ['a line break', 'fill\u2028er', '422 Alias must not contain spaces'],
    ['a character of private use', 'fill\ue000er', '422 Alias must not contain unknown characters'],
    ['an unassigned character', 'fill\u0378er', '422 Alias must not contain unknown characters'],
    ['three accents on a letter', 'fix\u0300\u0301\u0302er', stacked],
    ['a tower of Thai marks', 'ก\u0e47\u0e47\u0e47ข', stacked],
    ['a tower of marks of another script', `שלום${'\u05b8\u05b7\u05b6\u05b5\u05b4'}`, stacked],
    ['a mark and nothing to put it on', '\u0301abc', '422 Alias must not begin with a mark'],
  ])('with %s is refused, with the reason', async (_what, alias, refusal) => {
    expect(await register(alias)).toBe(refusal)
  })

  it.each([
    ['Thai', 'น้ำผึ้ง'],
    ['Vietnamese, in parts', 'Nguyễn'.normalize('NFD')],
    ['Hindi', 'पढ़ेंहिंदी'],
    ['Burmese', 'လျှို့ဝှက်'],
    ['Tibetan', 'སྒྲུབ་པ'],
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Arabic with points', 'اللّٰه'],
    ['Persian with a joiner', 'می\u200cخواهم'],
    ['Korean', '한국어'],
    ['Japanese', 'ゆうた'],
    ['a heart', '❤\ufe0fheart'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a skin', '🏃🏽\u200d♀\ufe0frun'],
  ])('in %s is taken', async (_what, alias) => {
    expect(await register(alias)).toBe('taken by me')
  })
})

const alike = '409 This alias looks like one that is already taken'
const same = '409 This alias is already taken'

describe('a confusable alias', () => {
  it.each([
    ['a letter is Cyrillic', 'adam', '\u0430dam', alike],
    ['a letter is Cyrillic, and the case another', 'Pavel', 'Р\u0410VEL', alike],
    ['all letters are Cyrillic', 'scope', 'ѕсоре', alike],
    ['all are Cyrillic capitals', 'mapc', 'МАРС', alike],
    ['a letter is Greek', 'torso', 't\u03bfrso', alike],
    ['an o is a zero', 'blue_fox', 'blue_f0x', alike],
    ['an l is a capital i', 'lucky_all', 'lucky_aIl', alike],
    ['an l is a one', 'golden', 'go1den', alike],
    ['letters are of the kind for formulas', 'quick', '𝐪𝓊𝗂𝔠𝚔', same],
    ['two letters look like one', 'modern', 'modem', alike],
    ['a kana is an ideograph', 'ロック', '口ック', alike],
    ['it has a selector in it', '❤panda', '❤\ufe0fpanda', alike],
    ['only the case differs', 'Silent', 'sILENT', same],
    ['a letter is like another one than its compatible form', 'Captain', '\u03f9aptain', alike],
    ['that letter is small', 'victim', 'vi\u03f2tim', alike],
    ['an f is a long s', 'folder', '\u017folder', alike],
    ['an l is a halfwidth line', 'lantern', '\uffe8antern', alike],
    ['an i is the small letter of a dotted capital', 'kaan_i', 'kaan_\u0130', alike],
    ['that capital is the taken one', '\u0130stanbul', 'istanbul', alike],
    ['a dot is put on an i', 'mirlo', 'mi\u0307rlo', alike],
    ['an i has no dot', 'wilma', 'w\u0131lma', alike],
    ['one letter is like a capital and another like a small letter', 'kinga', '\u041ain\u0261a', alike],
  ])('is refused where %s', async (_why, first, second, refusal) => {
    expect(await register(first)).toBe('taken by me')
    expect(await register(second)).toBe(refusal)
  })

  it.each([
    ['zoe', 'zoë'],
    ['Ian', 'Lan'],
    ['mila', 'mela'],
    ['step1', 'step2'],
  ])('is not one whose letters are others: %s and %s', async (first, second) => {
    expect([await register(first), await register(second)]).toEqual(['taken by me', 'taken by me'])
  })

  it.each([
    'admin',
    'Administrator',
    'ADMIN_',
    'a.d.m.i.n',
    'аdmin',
    'support',
    'rnoderator',
    'mod',
    'Stepledger',
    'stepIedger',
    'deleted_player',
    'DeletedPlayer',
    'admi\u0144',
    'm\u00f6d\u00ebrator',
    'a\u0111min',
    'adm\u0130n',
    '\u2605admin\u2605',
    'ad+min',
    'root',
    'R00T',
    'r\u00f8\u00f8t',
    'sysadmin',
    'Operator',
    'no-reply',
  ])('is refused where it is a reserved one: %s', async (alias) => {
    expect(await register(alias)).toBe('422 This alias is reserved')
  })

  it.each([
    'https://example.org',
    'see\uff1a\uff0f\uff0fx',
    'http:\u2044\u2044evil',
    'http\u2236\u2215\u2215evil',
    'http:\\\\evil',
    'www.example.org',
    'www\u3002evil',
    'evil.com',
    'EVIL.COM/x',
    'evil\u3002com',
    'evil\uff61com',
    'evil\uff0ecom',
    'evil\u2024com',
    'evil.c\u043em',
    'evil.c\u00f6m',
    'see(evil.dance)',
    'me@mail.example.net',
    'evil.com.',
    'пример.рф',
    '10.0.0.1',
  ])('is refused where it holds a web address: %s', async (alias) => {
    expect(await register(alias)).toBe('422 Alias must not contain a web address')
  })

  it('is refused where a player takes it later, too', async () => {
    const { token } = await service.register('ordinary')
    for (const [alias, error] of [
      ['M0DERATOR', 'This alias is reserved'],
      ['https://example.org', 'Alias must not contain a web address'],
    ]) {
      const answer = await service.send('PUT', '/api/user', { token, body: { alias } })
      expect([answer.statusCode, answer.json().error]).toEqual([422, error])
    }
  })

  it.each([
    'admiral',
    'modest',
    'supporter',
    'systematic',
    'a/b:c',
    'rooted',
    'Mr.Smith',
    'L.L.L.',
    'a.comet',
    '.com.',
    'v1.2.3',
    'wwwest',
    '東京。',
  ])('is none of these where it only looks similar: %s', async (alias) => {
    expect(await register(alias)).toBe('taken by me')
  })

  it('goes to one of several concurrent requests', async () => {
    const answers = await Promise.all(['race', 'r\u0430ce', 'rac\u0435', 'r\u0430c\u0435'].map(register))
    expect(answers.filter((answer) => answer === 'taken by me')).toHaveLength(1)
    expect(answers.filter((answer) => answer === alike)).toHaveLength(3)
  })
})

it('existing aliases stay; their skeletons belong to the oldest account', async () => {
  const { database } = service
  await database.pool.query(
    `DROP SCHEMA accounts CASCADE; DELETE FROM public.stepledger_migrations WHERE name = 'accounts'`,
  )
  const before = accountsSteps.findIndex(({ id }) => id === '5 what aliases look like')
  await migrate(database, 'accounts', accountsSteps.slice(0, before))
  const [older, newer] = [randomUUID(), randomUUID()]
  const add = (id: string, alias: string, createdAt: string) =>
    database.pool.query(
      `INSERT INTO accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
       VALUES ($1::text::uuid, $2, $2, $1, $1, '', $3, $4, $4)`,
      [id, alias, Buffer.alloc(32), createdAt],
    )
  await add(newer, 'v\u0435teran', '2024-02-01')
  await add(older, 'veteran', '2024-01-01')
  await database.pool.query(
    `INSERT INTO accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
     SELECT id, 'crowd' || n, 'crowd' || n, id::text, id::text, '', $1, now(), now()
     FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 2500) AS n) AS many`,
    [Buffer.alloc(32)],
  )

  await migrateAccounts(database)

  const { rows } = await database.pool.query(
    'SELECT id, alias, (SELECT count(*)::int FROM accounts.alias_looks WHERE player_id = id) AS looks FROM accounts.players WHERE id = ANY ($1) ORDER BY created_at',
    [[older, newer]],
  )
  expect(rows).toEqual([
    { id: older, alias: 'veteran', looks: 3 },
    { id: newer, alias: 'v\u0435teran', looks: 0 },
  ])
  expect([
    await register('vetera\u043f'),
    await register('vet\u0435r\u0430n'),
    await register('cr\u043ewd2500'),
  ]).toEqual(['taken by me', alike, alike])
})
