/** Rejection of an upload of another uploader's pack. */
export const ownedByAnother = {
  reason: 'A pack of this name belongs to another uploader.',
  advice: 'Give your pack another name, or ask an administrator to pass this one on to you.',
}
