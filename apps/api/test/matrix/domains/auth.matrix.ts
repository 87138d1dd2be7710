import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { createSession } from '@heddle/db/factories/session'
import { byId, type MatrixPart, newEmail, newPassword, unnamed } from '../part.ts'
import { ownPassword } from '../world.ts'

const noChallenge = 'x'.repeat(43)
const credential = { id: 'aaaa', rawId: 'aaaa', type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' }
const assertion = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'aaaa', signature: 'aaaa', userHandle: 'aaaa' } }
const attestation = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'aaaa', transports: ['internal'] } }

export const authMatrix = {
  bodies: {
    login: () => ({ email: newEmail(), password: 'whatever it is' }),
    refreshToken: () => ({ refresh_token: 'made-up' }),
    logout: () => ({ refresh_token: 'made-up' }),
    externalLogin: () => ({ mem_id: 'weaver', mem_password: 'whatever it is' }),
    finishOidcLogin: () => ({ parameters: { code: 'made-up', state: 'made-up' } }),
    verifySecondFactor: () => ({ challenge_id: noChallenge, totp: '123456' }),
    beginPasskeyVerification: () => ({ challenge_id: noChallenge }),
    passkeyLogin: () => ({ challenge_id: noChallenge, passkey: assertion }),
    beginTotpAtSignIn: () => ({ challenge_id: noChallenge }),
    finishTotpAtSignIn: () => ({ challenge_id: noChallenge, totp: '123456', name: 'Phone' }),
    beginPasskeyAtSignIn: () => ({ challenge_id: noChallenge }),
    finishPasskeyAtSignIn: () => ({ challenge_id: noChallenge, passkey: attestation, name: 'Laptop' }),
    finishTotpEnrolment: () => ({ challenge_id: noChallenge, totp: '123456', name: 'Phone' }),
    finishPasskeyEnrolment: () => ({ challenge_id: noChallenge, passkey: attestation, name: 'Laptop' }),
    renameSecondFactor: () => ({ name: 'Old phone' }),
    stepUp: () => ({ password: ownPassword }),
    updatePassword: () => ({ current_password: ownPassword, new_password: newPassword }),
  },
  things: {
    'no account': unnamed,
    'a made-up token': unnamed,
    'no challenge': unnamed,
    'no such product': unnamed,
    'their own password': unnamed,
    'own session': byId(({ db }, { user }) => createSession(db, { userId: user.id })),
    'the session that asks': byId(async (_world, { session }) => session),
    'session of another': byId(async ({ db, createPerson }) => createSession(db, { userId: (await createPerson()).id })),
    'own factor': byId(({ db }, { user }) => createSecondFactor(db, { userId: user.id })),
    'factor of another': byId(async ({ db, createPerson }) => createSecondFactor(db, { userId: (await createPerson()).id })),
  },
} satisfies MatrixPart
