import { describe, expect, it } from 'vitest'
import { storyOf } from '../decider-in-tests.ts'
import { pack } from './pack.ts'

const given = storyOf(pack.decider)
const packId = 3
const [ann, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const uploaded = (uploader: string | null) =>
  ({
    type: 'PackUploaded',
    data: { packId, uploadId: ann, name: 'Lab', uploader, sha256: new Uint8Array(), size: 1 },
  }) as const
const processed = () => ({
  type: 'PackProcessed' as const,
  data: { packId, uploadId: ann, name: 'Lab', banner: null, songIds: [1], leftOut: [] },
})
const removed = { type: 'PackRemoved', data: { packId } } as const
const ownerChanged = (owner: string | null) =>
  ({ type: 'PackOwnerChanged', data: { packId, owner } }) as const

describe('a pack', () => {
  it('belongs to its first uploader until it is passed on', () => {
    const passOn = (owner: string | null) => ({ type: 'passOn', packId, owner }) as const
    const { when, state } = given(uploaded(ann), uploaded(null))
    expect(when(passOn(ann))).toMatchObject({ refused: 'unchanged' })
    expect(when(passOn(bob))).toEqual([ownerChanged(bob)])
    expect(given(uploaded(ann), ownerChanged(bob)).when(passOn(bob))).toMatchObject({ refused: 'unchanged' })
    expect(given(uploaded(ann), ownerChanged(null)).when(passOn(null))).toMatchObject({
      refused: 'unchanged',
    })
    expect(JSON.stringify(state)).not.toContain(ann)
  })

  it('is removed while it is listed, and listed again by another upload', () => {
    const remove = { type: 'remove', packId } as const
    expect(given(uploaded(ann)).when(remove)).toMatchObject({ refused: 'not-listed' })
    expect(given(uploaded(ann), processed()).when(remove)).toEqual([removed])
    expect(given(uploaded(ann), processed(), removed).when(remove)).toEqual({
      refused: 'not-listed',
      message: 'Pack 3 is not in the lists',
    })
    expect(given(uploaded(ann), processed(), removed, processed()).when(remove)).toEqual([removed])
  })

  it('is renamed to another name', () => {
    const rename = (name: string) => ({ type: 'rename', packId, name }) as const
    const renamed = { type: 'PackRenamed', data: { packId, name: 'Lab 2' } } as const
    expect(given(uploaded(ann), processed()).when(rename('Lab'))).toMatchObject({ refused: 'unchanged' })
    expect(given(uploaded(ann), processed()).when(rename('Lab 2'))).toEqual([renamed])
    expect(given(uploaded(ann), processed(), renamed).when(rename('Lab 2'))).toMatchObject({
      refused: 'unchanged',
    })
  })
})
