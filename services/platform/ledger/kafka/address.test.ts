import { describe, expect, it } from 'vitest'
import { kafkaAddress } from './address.ts'

describe('the address of a ledger in Kafka', () => {
  it.each([
    ['kafka://broker:9093/live', { brokers: ['broker:9093'], prefix: 'live', makeTopics: false }],
    ['kafka://10.0.0.1', { brokers: ['10.0.0.1:9092'], prefix: 'stepledger', makeTopics: false }],
    ['kafka://[::1]:9092/a_b-c?topics=make', { brokers: ['[::1]:9092'], prefix: 'a_b-c', makeTopics: true }],
  ])('%s', (text, address) => {
    expect(kafkaAddress(text)).toEqual(address)
  })

  it.each([
    ['http://broker:9092/live', 'must look like'],
    ['kafka:///live', 'must look like'],
    ['kafka://broker/live/more', 'the prefix may have'],
    [`kafka://broker/${'x'.repeat(101)}`, 'the prefix may have'],
    ['kafka://broker/live?topics=yes', '?topics=make'],
    ['kafka://broker/live?acks=0', '?topics=make'],
  ])('refuses %s', (text, reason) => {
    expect(() => kafkaAddress(text)).toThrow(reason)
  })
})
