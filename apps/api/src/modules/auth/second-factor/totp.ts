// Codes of authenticator apps: TOTP with SHA-1, six digits and steps of 30 s (RFC 6238), the only kind that all apps know.
import { generateSecret, generateURI, verifySync } from 'otplib'

const stepSeconds = 30

/** Returns a new key of 160 bits, in base32. */
export const generateTotpSecret = () => generateSecret()

/** Returns the address by which an app takes the key over. */
export const toTotpUri = (secret: string, issuer: string, label: string) => generateURI({ secret, issuer, label })

/**
 * Returns the step that a code is of, which is this one, the one before or the one after; null for any other code, and for those of the
 * last step that was used and of earlier ones.
 */
export function findTotpStep(secret: string, code: string, at: Date, lastStep: number | null): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(at.getTime() / 1_000),
    period: stepSeconds,
    epochTolerance: stepSeconds,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
