/** A mail to one address, as text and as HTML that says the same. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Names this mail among all: sent again after a failure it has the same. Letters, digits and hyphens. */
  readonly id: string
  /** Whose account it is about: what is kept of it goes with that. */
  readonly playerId: string
}

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves once the other side has taken it. Throws AddressRefusedError when this address will never take one; any
   * other error may pass.
   */
  send(letter: MailMessage): Promise<void>
  /** Deletes what is kept of mails about the account of this player, to whichever address, if anything is. */
  forget(playerId: string): Promise<void>
  close(): Promise<void>
}

/** The address takes no mail, and will not. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
}
