// An authenticator app beside the browser.
import { showTotp } from '../../../apps/api/test/application/authenticator.ts'

/** Returns the code for a key as the screen shows it, `steps` of 30 s from now: each is taken once, and the next one is good already. */
export const computeCode = (secret: string, steps = 0) => showTotp(secret.replaceAll(' ', ''), new Date(Date.now() + steps * 30_000))
