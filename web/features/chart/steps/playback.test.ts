import { describe, expect, it } from 'vitest'
import { createPlayback, songSpanOf } from './playback.ts'

/** A song with two rows 2 s apart, and frames triggered by the test. */
function started() {
  const waiting: ((at: number) => void)[] = []
  let now = 5_000
  const playback = createPlayback(songSpanOf([10, 12]), {
    request: (draw) => waiting.push(draw),
    cancel: () => waiting.splice(0),
  })
  const frame = (ms: number) => {
    now += ms
    for (const draw of waiting.splice(0)) draw(now)
  }
  return { playback, frame, frames: () => waiting.length }
}

describe('the playback', () => {
  it('starts paused before the first row and requests no frames', () => {
    const { playback, frames } = started()
    expect([playback.position(), playback.playing(), frames()]).toEqual([9.5, false, 0])
  })

  it('advances by the time between frames and skips long gaps', () => {
    const { playback, frame } = started()
    playback.toggle()
    frame(16)
    frame(50)
    expect(playback.position()).toBeCloseTo(9.55)
    frame(60_000)
    expect(playback.position()).toBeCloseTo(9.65)
  })

  it('stops after the last row and restarts from the beginning', () => {
    const { playback, frame, frames } = started()
    playback.seek(12.98)
    playback.toggle()
    frame(16)
    frame(50)
    expect([playback.position(), playback.playing(), frames()]).toEqual([13, false, 0])
    playback.toggle()
    expect([playback.position(), playback.playing()]).toEqual([9.5, true])
  })

  it('is suspended out of view and resumes', () => {
    const { playback, frame, frames } = started()
    playback.toggle()
    frame(16)
    playback.setInSight(false)
    expect([playback.playing(), frames()]).toEqual([true, 0])
    playback.setInSight(true)
    frame(16)
    frame(20)
    expect(playback.position()).toBeCloseTo(9.52)
  })

  it('clamps seeks to the song and notifies of each change', () => {
    const { playback } = started()
    let heard = 0
    const leave = playback.subscribe(() => {
      heard += 1
    })
    playback.seek(99)
    expect(playback.position()).toBe(13)
    playback.seek(-99)
    expect(playback.position()).toBe(9.5)
    leave()
    playback.seek(10)
    expect(heard).toBe(2)
  })
})
