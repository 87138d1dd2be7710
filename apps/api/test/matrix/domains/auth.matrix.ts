import { createSession } from '@heddle/db/factories/session'
import { byId, type MatrixPart, newEmail, newPassword, unnamed } from '../part.ts'
import { ownPassword } from '../world.ts'

export const authMatrix = {
  bodies: {
    login: () => ({ email: newEmail(), password: 'whatever it is' }),
    refreshToken: () => ({ refresh_token: 'made-up' }),
    logout: () => ({ refresh_token: 'made-up' }),
    externalLogin: () => ({ mem_id: 'weaver', mem_password: 'whatever it is' }),
    finishOidcLogin: () => ({ parameters: { code: 'made-up', state: 'made-up' } }),
    updatePassword: () => ({ current_password: ownPassword, new_password: newPassword }),
  },
  things: {
    'no account': unnamed,
    'a made-up token': unnamed,
    'no such product': unnamed,
    'their own password': unnamed,
    'own session': byId(({ db }, { user }) => createSession(db, { userId: user.id })),
    'the session that asks': byId(async (_world, { session }) => session),
    'session of another': byId(async ({ db, createPerson }) => createSession(db, { userId: (await createPerson()).id })),
  },
} satisfies MatrixPart
