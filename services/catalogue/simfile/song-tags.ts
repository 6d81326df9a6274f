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
  'DISPLAYBPM',
  'BPMS',
  'STOPS',
  'FREEZES',
] as const

export function tagText(tags: Tags, name: string): string {
  return tags.get(name)?.[0] ?? ''
}

export function timingTexts(tags: Tags): TimingTexts {
  return {
    bpms: tagText(tags, 'BPMS'),
    stops: tagText(tags, 'STOPS'),
    delays: tagText(tags, 'DELAYS'),
    warps: tagText(tags, 'WARPS'),
    fakes: tagText(tags, 'FAKES'),
  }
}
