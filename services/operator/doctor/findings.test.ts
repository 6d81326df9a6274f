import { firstRules, originalRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import {
  clockFindings,
  diskFindings,
  mailFindings,
  refusalFindings,
  rulesFindings,
  runFindings,
} from './database-checks.ts'
import { diagnose, showDiagnosis } from './doctor-command.ts'
import type { Finding } from './finding.ts'
import { certificateFindings, topicFindings } from './outside-checks.ts'

const now = Date.UTC(2027, 0, 15)
const hours = (n: number) => new Date(now - n * 3_600_000)
const days = (n: number) => hours(24 * n)
const severities = (findings: readonly Finding[]) => findings.map(({ severity }) => severity)

describe('the checks of ledger doctor', () => {
  it('warn two weeks before a certificate ends, and name why a browser refuses one', () => {
    const of = (validTo: Date, refusal: string | null = null) =>
      certificateFindings('https://x.org', { validTo, refusal }, now)
    expect(of(days(-15))).toEqual([])
    expect(of(days(-13))).toMatchObject([
      { severity: 'soon', what: expect.stringContaining('ends in 13 days') },
    ])
    expect(of(days(1))).toMatchObject([{ severity: 'wrong', what: expect.stringContaining('has expired') }])
    expect(of(days(-90), 'ERR_TLS_CERT_ALTNAME_INVALID')).toMatchObject([
      { severity: 'wrong', what: expect.stringContaining('ALTNAME') },
    ])
    expect(certificateFindings('https://x.org', new Error('ENOTFOUND'), now)).toMatchObject([
      { severity: 'wrong', what: expect.stringContaining('ENOTFOUND') },
    ])
  })

  it('miss a nightly backup after 26 hours, and a verification after 35 days', () => {
    const of = (backup: Date | null, verified: Date | null, failed: Date | null = null) =>
      runFindings(
        {
          backup: { succeededAt: backup, failedAt: null },
          verify: { succeededAt: verified, failedAt: failed },
        },
        now,
      )
    expect(of(hours(25), days(34))).toEqual([])
    expect(severities(of(hours(27), days(36)))).toEqual(['wrong', 'soon'])
    expect(severities(of(null, null))).toEqual(['wrong', 'soon'])
    expect(of(hours(1), days(2), days(1))).toMatchObject([
      { severity: 'wrong', what: expect.stringContaining('found differences') },
    ])
    expect(of(hours(1), days(1), days(2))).toEqual([])
  })

  it('tell of rules that lack the corrections of their successor, also if they were changed', () => {
    expect(rulesFindings(null)).toEqual([])
    expect(rulesFindings(firstRules)).toEqual([])
    expect(rulesFindings({ ...firstRules, title: 'Ours' })).toEqual([])
    for (const rules of [originalRules, { ...originalRules, title: 'Ours' }])
      expect(rulesFindings(rules)).toMatchObject([
        { severity: 'soon', fix: expect.stringContaining('`ledger rules publish --successor`') },
      ])
  })

  it('warn of a disk that is nearly full, or will be within a month, and of what can be dropped', () => {
    const MiB = 1024 ** 2
    const of = (freeMiB: number, fullOn: string | null, kept = false) =>
      diskFindings(
        {
          disk: { free: freeMiB * MiB, needed: 100 * MiB, low: freeMiB < 100 },
          forecast: { bytesPerDay: 5 * MiB, fullOn },
          kept: kept ? [{ id: 7, leftSecondsAgo: 60, bytes: 2_560 * MiB }] : [],
        },
        now,
      )
    expect(of(1_000, '2027-06-01')).toEqual([])
    expect(of(1_000, null)).toEqual([])
    expect(of(1_000, '2027-02-01')).toMatchObject([
      { severity: 'soon', what: expect.stringContaining('At 5.0 MB a day that is on 2027-02-01.') },
    ])
    expect(severities(of(299, null))).toEqual(['soon'])
    expect(of(99, null, true)).toMatchObject([
      { severity: 'wrong', fix: expect.stringContaining('drops generation 7 (2.5 GB)') },
    ])
  })

  it('name mails that wait longer than ten minutes, and missing or drifted topics', () => {
    expect(mailFindings({ count: 3, oldestSeconds: 599 })).toEqual([])
    expect(mailFindings({ count: 3, oldestSeconds: 1_200 })).toMatchObject([
      { severity: 'wrong', what: expect.stringContaining('3 mails not sent, the oldest for 20 minutes') },
    ])
    expect(topicFindings({ name: 'events', state: 'missing', drifts: [] })).toMatchObject([
      { severity: 'wrong', fix: expect.stringContaining('`ledger migrate`') },
    ])
  })

  it('name clients whose plays are refused for good, while they send them', () => {
    const of = (count: number, reason: string, hoursAgo: number) =>
      refusalFindings(
        [
          {
            key: 'sl_abcde',
            reason,
            count,
            sample: 'radar: must be…',
            client: 'module 1.2.0',
            lastAt: hours(hoursAgo).toISOString(),
          },
        ],
        now,
      )
    expect(of(20, 'invalid', 23)).toMatchObject([
      { severity: 'soon', what: expect.stringContaining('20 plays of the API key sl_abcde (module 1.2.0)') },
    ])
    expect([of(19, 'invalid', 1), of(500, 'ledger', 1), of(500, 'key', 25)].flat()).toEqual([])
  })

  it('compare the clock with that of the database, whose answer takes time', async () => {
    const databaseAt = (ms: number) => ({
      pool: Object.assign(Object.create(null), { query: async () => ({ rows: [{ ms }] }) }),
    })
    const reading = [now, now + 3_000]
    const clock = () => reading.shift() ?? now
    expect(await clockFindings(databaseAt(now + 2_900), clock)).toEqual([])
    expect(await clockFindings(databaseAt(now + 3_600_000), () => now)).toMatchObject([
      { what: expect.stringContaining('3600 s behind that of the database') },
    ])
  })

  it('are all made, also when one throws, and what is wrong comes first', async () => {
    const diagnosis = await diagnose([
      { subjects: ['verify'], find: async () => runFindings({ backup: run(1), verify: run(9_999) }, now) },
      { subjects: ['mail'], find: async () => mailFindings({ count: 1, oldestSeconds: 9_999 }) },
      {
        subjects: ['redis'],
        find: async () => {
          throw new Error('no permission\u001b[2J')
        },
      },
    ])

    expect(diagnosis.findings.map(({ subject }) => subject)).toEqual(['mail', 'verify'])
    expect(diagnosis.unchecked).toMatchObject([{ subject: 'redis' }])
    expect(showDiagnosis(diagnosis)).toEqual([
      expect.stringMatching(/^WRONG {2}mail: 1 mail not sent/),
      expect.stringMatching(/^ {7}→ Search the log/),
      expect.stringMatching(/^SOON {3}verify: /),
      expect.any(String),
      'NOT CHECKED  redis: no permission\\u001b[2J',
      '',
      '1 problem now, 1 soon. Checked: mail, verify.',
    ])
  })
})

const run = (hoursAgo: number) => ({ succeededAt: hours(hoursAgo), failedAt: null })
