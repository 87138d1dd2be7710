import { getMe, login, logout, refreshToken } from '@heddle/contracts/auth'
import type { App } from '../../app-instance.ts'
import { presentUser } from '../user/user.presenter.ts'
import type { UserService } from '../user/user.service.ts'
import type { AuthService } from './auth.service.ts'

export function authRoutes(app: App, auth: AuthService, users: UserService) {
  app.route({
    ...login,
    handler: ({ body, ip, headers }) => auth.login(body, { address: ip, userAgent: headers['user-agent'] }),
  })

  app.route({ ...refreshToken, handler: ({ body }) => auth.refreshToken(body.refresh_token) })

  app.route({ ...getMe, handler: async ({ actor }) => ({ user: presentUser(await users.getMe(actor)) }) })

  app.route({
    ...logout,
    handler: async ({ body }) => {
      await auth.logout(body.refresh_token)
      return { success: true as const }
    },
  })
}
