import {
  maxPictureBytes,
  noPicture,
  pictureTooLarge,
  pictureTypes,
} from '@stepledger/contracts/http/profile.ts'

export type PictureType = (typeof pictureTypes)[number]

/** The type of a chosen file, or why it is rejected. */
export function pictureTypeOf({ type, size }: File): PictureType | { readonly error: string } {
  const known = pictureTypes.find((each) => each === type)
  if (known === undefined) return { error: noPicture }
  return size > maxPictureBytes ? { error: pictureTooLarge } : known
}
