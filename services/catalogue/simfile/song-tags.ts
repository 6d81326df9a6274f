import type { TimingTexts } from './timing-lists.ts'

type Tags = ReadonlyMap<string, readonly string[]>

export const songTags = [
  'TITLE',
  'SUBTITLE',
  'ARTIST',
  'TITLETRANSLIT',
  'SUBTITLETRANSLIT',
  'ARTISTTRANSLIT',
  'GENRE',
  'CREDIT',
  'BANNER',
  'BACKGROUND',
  'JACKET',
  'MUSIC',
  'DISPLAYBPM',
  'BPMS',
  'STOPS',
  'FREEZES',
] as const

/** The first value of a tag, empty when there is none. */
export function tagText(tags: Tags, name: string): string {
  return tags.get(name)?.[0] ?? ''
}

/** The lists that decide when a beat comes. */
export function timingTexts(tags: Tags): TimingTexts {
  return {
    bpms: tagText(tags, 'BPMS'),
    stops: tagText(tags, 'STOPS'),
    delays: tagText(tags, 'DELAYS'),
    warps: tagText(tags, 'WARPS'),
    fakes: tagText(tags, 'FAKES'),
  }
}
