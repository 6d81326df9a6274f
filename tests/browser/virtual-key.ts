import type { Page } from 'playwright-core'

const session = (page: Page) => page.context().newCDPSession(page)

/** What a virtual authenticator holds of one site. */
export interface HeldCredential {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly rpId?: string
  readonly privateKey: string
  readonly userHandle?: string
  readonly signCount: number
}

/** A security key in the browser of a page. */
export interface VirtualKey {
  credentials(): Promise<HeldCredential[]>
  /** Puts one in; one of the same id goes. */
  hold(credential: HeldCredential): Promise<void>
  /** From now on it does, or does not, know whose hand it is in, as when its owner shakes the head. */
  know(owner: boolean): Promise<void>
}

/**
 * Puts a key into the browser, for as long as the page is open: one that is built in, with the hand of its owner on it.
 */
export async function plugIn(page: Page): Promise<VirtualKey> {
  const browser = await session(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async (): Promise<HeldCredential[]> =>
    (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    credentials,
    async hold(credential) {
      const { credentialId } = credential
      if ((await credentials()).some((other) => other.credentialId === credentialId))
        await browser.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await browser.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    async know(owner) {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: owner })
    },
  }
}
