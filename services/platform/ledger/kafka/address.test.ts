import { describe, expect, it } from 'vitest'
import { kafkaAddress } from './address.ts'

describe('the address of a ledger in Kafka', () => {
  const plain = { tls: false, login: null, partitions: 12, makeTopics: false, silenceMs: 30_000 }
  it.each([
    ['kafka://broker:9093/live', { ...plain, brokers: ['broker:9093'], prefix: 'live' }],
    ['kafka://10.0.0.1', { ...plain, brokers: ['10.0.0.1:9092'], prefix: 'stepledger' }],
    [
      'kafka://10.0.0.1:9092/a_b-c?topics=make',
      { ...plain, brokers: ['10.0.0.1:9092'], prefix: 'a_b-c', makeTopics: true },
    ],
    [
      'kafka://one:9093,two,three:9094/live',
      { ...plain, brokers: ['one:9093', 'two:9092', 'three:9094'], prefix: 'live' },
    ],
    [
      'kafka://ann:p%40ss%3A@broker/live?tls=on&sasl=scram-sha-512&topics=make&silence=8&partitions=24',
      {
        brokers: ['broker:9092'],
        tls: true,
        login: { mechanism: 'scram-sha-512', username: 'ann', password: 'p@ss:' },
        prefix: 'live',
        partitions: 24,
        makeTopics: true,
        silenceMs: 8_000,
      },
    ],
    [
      'kafka://ann:secret@broker',
      {
        ...plain,
        brokers: ['broker:9092'],
        login: { mechanism: 'plain', username: 'ann', password: 'secret' },
        prefix: 'stepledger',
      },
    ],
  ])('%s', (text, address) => {
    expect(kafkaAddress(text)).toEqual(address)
  })

  it.each([
    ['http://broker:9092/live', 'must look like'],
    ['kafka:///live', 'must look like'],
    ['kafka://broker:port/live', 'must look like'],
    ['kafka://one,/live', 'must look like'],
    ['kafka://[::1]:9092/live', 'a name or an IPv4 address'],
    ['kafka://broker/live/more', 'the prefix may have'],
    [`kafka://broker/${'x'.repeat(101)}`, 'the prefix may have'],
    ['kafka://broker/live?topics=yes', '?topics=make'],
    ['kafka://broker/live?acks=0', '?topics=make'],
    ['kafka://broker/live?silence=7', 'silence must be 8 to 600 seconds'],
    ['kafka://broker/live?silence=long', 'silence must be 8 to 600 seconds'],
    ['kafka://broker/live?partitions=18', 'partitions must be a multiple of 12, at most 96'],
    ['kafka://broker/live?partitions=108', 'partitions must be a multiple of 12, at most 96'],
    ['kafka://broker/live?tls=off', 'tls=on'],
    ['kafka://broker/live?sasl=plain', 'needs a user'],
    ['kafka://ann@broker/live', 'user:password'],
    ['kafka://ann:secret@broker/live?sasl=gssapi', 'sasl must be one of'],
    ['kafka://ann:%@broker/live', 'percent-encoded'],
  ])('refuses %s', (text, reason) => {
    expect(() => kafkaAddress(text)).toThrow(reason)
  })
})
