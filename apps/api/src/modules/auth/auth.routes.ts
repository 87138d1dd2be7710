import { getMe, login, logout, refreshToken } from '@heddle/contracts/auth'
import type { App } from '../../app-instance.ts'
import { permissionsOf } from '@heddle/contracts/permissions'
import { type InstallationBrand, presentTenantProfile } from '../tenant/tenant.presenter.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { presentUser } from '../user/user.presenter.ts'
import type { UserService } from '../user/user.service.ts'
import type { AuthService } from './auth.service.ts'

type AuthRouteParts = {
  readonly auth: AuthService
  readonly users: UserService
  readonly tenants: TenantService
  readonly installation: InstallationBrand
}

export function authRoutes(app: App, { auth, users, tenants, installation }: AuthRouteParts) {
  app.route({
    ...login,
    handler: ({ body, ip, headers }) => auth.login(body, { address: ip, userAgent: headers['user-agent'] }),
  })

  app.route({ ...refreshToken, handler: ({ body }) => auth.refreshToken(body.refresh_token) })

  app.route({
    ...getMe,
    handler: async ({ actor }) => {
      const [user, tenant] = await Promise.all([users.getMe(actor), tenants.getOwnTenant(actor)])
      return {
        user: presentUser(actor, user),
        tenant: presentTenantProfile(tenant, installation),
        permissions: permissionsOf(actor.role),
      }
    },
  })

  app.route({
    ...logout,
    handler: async ({ body }) => {
      await auth.logout(body.refresh_token)
      return { success: true as const }
    },
  })
}
