// By what a caller is known to be a user, and until when. What it may do is what its user may: `hasPermission`, and the rules beside it.
import type { CredentialKind } from '@heddle/contracts/endpoint'

/** A session of a browser, which a token of a version of its user's tokens names. */
type SessionCredential = { readonly kind: 'session'; readonly sessionId: string; readonly tokenVersion: number }

type CredentialByKind = { readonly session: SessionCredential }
/** One of each kind that a policy may admit, told apart by `kind`. */
export type Credential = CredentialByKind[CredentialKind]

/** What a caller has shown to be, not yet looked up. */
export type Identity = { readonly id: string; readonly tenantId: string; readonly credential: Credential }

/** The user of a credential as the database has it now. */
export type CredentialFacts = {
  readonly isActive: boolean
  /** When the credential ends; null when it has been ended or replaced. Using a session moves its end. */
  readonly endsAt: Date | null
}

/**
 * Whether the user may act now. A run that continues without a credential, as a reply does, has none that could end: its user only has
 * to be active.
 */
export const isValidAt = ({ isActive, endsAt }: CredentialFacts, credential: Credential | undefined, now: Date) =>
  isActive && (credential === undefined || (endsAt !== null && endsAt > now))
