/** A mail to one address, as text and as equivalent HTML. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Unique id, unchanged on a retry. Letters, digits and hyphens. */
  readonly id: string
  /** The player of the account; stored copies are deleted with it. */
  readonly playerId: string
}

/** The port for sending mail. */
export interface Mailer {
  /**
   * Resolves once the server has accepted the mail. Throws AddressRefusedError if the address is rejected permanently;
   * other errors may be transient.
   */
  send(letter: MailMessage): Promise<void>
  /** Deletes stored mails about this player's account, to any address. */
  forget(playerId: string): Promise<void>
  /** Connects to the mail server once. Rejects when it does not answer or refuses the login. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The address was rejected permanently. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
}
