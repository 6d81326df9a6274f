import { describe, expect, it } from 'vitest'
import { eventJson, eventLine } from './events-command.ts'

const at = Date.UTC(2027, 0, 15, 8)
const head = { id: 'a', v: 1, at, key: 'ann' }
const place = { partition: 3, offset: 17 }

describe('an event on one line', () => {
  it('shows its plain fields, shortened, and nothing that could move the cursor', () => {
    const data = {
      playId: 5,
      fingerprint: new Uint8Array(32),
      title: '\x1b[2J',
      long: 'x'.repeat(500),
      none: null,
    }
    const line = eventLine({ ...place, known: true, event: { ...head, type: 'PlaySubmitted', data } })

    expect(line).toMatch(
      /^3:17 +2027-01-15T08:00:00.000Z {2}PlaySubmitted +ann {2}playId=5 title="\\u001b\[2J" long="x{38}…$/,
    )
  })

  it('shows whatever an event may hold', () => {
    for (const data of [null, 'text', 7, [1, 2], {}])
      expect(eventLine({ ...place, known: false, event: { ...head, type: 'New', data } })).toContain(
        'New v1, unknown',
      )
    const far = eventLine({ ...place, known: true, event: { ...head, at: 9e15, type: 'Far', data: {} } })
    expect(far).toContain('9000000000000000')
  })

  it('gives columns by kind and values in JSON', () => {
    const data = {
      times: { kind: 'f32', bytes: new Uint8Array(8) },
      offsets: { kind: 'decimals', bytes: new Uint8Array(9) },
      sealed: new Uint8Array(99),
      text: { kind: 'json', bytes: new Uint8Array(5) },
    }
    const line = eventJson({ ...place, known: true, event: { ...head, type: 'PlaySubmitted', data } })

    expect(JSON.parse(line)).toEqual({
      position: '3:17',
      ...head,
      at: '2027-01-15T08:00:00.000Z',
      type: 'PlaySubmitted',
      data: {
        times: { f32: 2 },
        offsets: { decimals: 2 },
        sealed: { bytes: 99 },
        text: { json: { bytes: 5 } },
      },
    })
  })
})
