import { expect, it, vi } from 'vitest'
import { followOptionalParts } from './optional-parts.ts'
import { reachabilityGauges } from './serve-monitoring.ts'

it('finds which of Redis, S3 and the mail server answer, as far as they are configured', async () => {
  const away = async () => {
    throw new Error('away')
  }
  const config = { mailUrl: 'smtp://mail.example', storageUrl: 's3://bucket' }
  const lines: string[] = []
  const log = { warn: (line: string) => void lines.push(line) }
  const parts = await followOptionalParts(
    config,
    {
      redis: { url: 'redis://127.0.0.1:1', prefix: 'x' },
      storage: { head: async () => null },
      mailer: { check: away },
    },
    log,
    100,
  )
  await vi.waitUntil(() => lines.length >= 2, 30_000)

  const text = await reachabilityGauges([parts])()
  expect(text).toContain('stepledger_part_up{part="redis"} 0\n')
  expect(text).toContain('stepledger_part_up{part="storage"} 1\n')
  expect(text).toContain('stepledger_part_up{part="mail"} 0\n')
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Redis has not answered for \d+ s$/),
    expect.stringMatching(/^The mail server has not answered for \d+ s$/),
  ])
  await parts.stop()

  const none = await followOptionalParts(
    { mailUrl: null, storageUrl: null },
    { redis: null, storage: { head: away }, mailer: { check: away } },
    log,
  )
  expect(await none.probe()).toEqual([])
  await none.stop()
})

it('probes a mail server that is away until it answers', async () => {
  const answers = [false, false, true]
  let probes = 0
  const check = async () => {
    if (!answers[probes++]) throw new Error('away')
  }
  const parts = await followOptionalParts(
    { mailUrl: 'smtp://mail.example', storageUrl: null },
    { redis: null, storage: { head: async () => null }, mailer: { check } },
    { warn: () => {} },
    10,
  )
  await vi.waitUntil(async () => (await parts.probe())[0]?.silentMs === null, 30_000)
  await parts.stop()

  expect(probes).toBe(3)
})
