// Calls the browser's passkeys. The failures are the browser's: the service knows nothing of them.
import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'

/** Why the browser gave no passkey: the user canceled or took too long, there already is one on the device, or it cannot. */
export type PasskeyFailure = 'canceled' | 'known' | 'unsupported' | 'failed'

export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly failure: PasskeyFailure

  constructor(failure: PasskeyFailure, options?: ErrorOptions) {
    super(`The browser gave no passkey: ${failure}`, options)
    this.failure = failure
  }
}

function toFailure(error: unknown): PasskeyFailure {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  const name = error instanceof Error ? error.name : ''
  return name === 'NotAllowedError' || name === 'AbortError' ? 'canceled' : 'failed'
}

async function withFailure<Response>(ask: () => Promise<Response>): Promise<Response> {
  if (!browserSupportsWebAuthn()) throw new PasskeyError('unsupported')
  try {
    return await ask()
  } catch (error) {
    throw new PasskeyError(toFailure(error), { cause: error })
  }
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Leaves out the results of extensions, of which none is asked for. */
const withoutExtensions = <Given extends object>(given: Given) =>
  ({ ...given, clientExtensionResults: undefined }) as Omit<Given, 'clientExtensionResults'>

/** Creates a passkey by the options of the service. Throws a PasskeyError. */
export const createPasskey = (options: unknown) =>
  withFailure(async () => withoutExtensions(await startRegistration({ optionsJSON: options as CreationOptions })))

/** Signs the challenge of the options with a passkey. Throws a PasskeyError. */
export const askForPasskey = (options: unknown) =>
  withFailure(async () => withoutExtensions(await startAuthentication({ optionsJSON: options as RequestOptions })))
