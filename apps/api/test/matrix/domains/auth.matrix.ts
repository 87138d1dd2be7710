import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { createSession } from '@heddle/db/factories/session'
import { createSecretCipher } from '@heddle/security/secret-cipher'
import { createChallenge, type NewChallenge, setPendingSecret } from '../../../src/modules/auth/second-factor/challenge.sql.ts'
import { toSecretOwner } from '../../../src/modules/auth/second-factor/factor-proof.ts'
import { toCreationOptions } from '../../../src/modules/auth/second-factor/passkey.ts'
import { createPasskey, showTotp } from '../../application/authenticator.ts'
import { byId, type MatrixPart, newEmail, newPassword, unnamed } from '../part.ts'
import { type MatrixActor, type MatrixWorld, ownPassword } from '../world.ts'

const noChallenge = 'x'.repeat(43)
const credential = { id: 'aaaa', rawId: 'aaaa', type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' }
const assertion = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'aaaa', signature: 'aaaa', userHandle: 'aaaa' } }
const attestation = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'aaaa', transports: ['internal'] } }

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const passkeyChallenge = 'y'.repeat(43)
const site = { rpId: 'localhost', origin: 'http://localhost', obstacle: null }
const owner = { id: 'owner', name: 'Ada', displayName: 'Ada' }

/** The challenge of a user who is about to set up a factor in this session. */
async function askToSetUp({ api }: MatrixWorld, { user, session }: MatrixActor, more: Partial<NewChallenge> = {}) {
  const challenge = { kind: 'enrolment' as const, userId: user.id, sessionId: session.id, ...more }
  return { id: await createChallenge(api.dependencies.pool, challenge), kind: challenge.kind, sessionId: session.id }
}

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
    finishTotpEnrolment: ({ target: { id } }) => ({ challenge_id: id, totp: showTotp(secret, new Date()), name: 'Phone' }),
    finishPasskeyEnrolment: ({ target: { id } }) => ({
      challenge_id: id,
      passkey: createPasskey('http://localhost').create(toCreationOptions(site, 'Heddle', owner, passkeyChallenge, [])),
      name: 'Laptop',
    }),
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
    'a key for an app': byId(async (world, actor) => {
      const key = await askToSetUp(world, actor)
      const { pool, keys } = world.api.dependencies
      await setPendingSecret(pool, key, createSecretCipher(keys.secondFactors).encrypt(secret, toSecretOwner(actor.user.id)))
      return key
    }),
    'a challenge for a passkey': byId((world, actor) => askToSetUp(world, actor, { passkeyChallenge })),
    'own factor': byId(({ db }, { user }) => createSecondFactor(db, { userId: user.id })),
    'factor of another': byId(async ({ db, createPerson }) => createSecondFactor(db, { userId: (await createPerson()).id })),
  },
} satisfies MatrixPart
