import { endSession, getMe, login, logout, querySessions, refreshToken, updatePassword } from '@heddle/contracts/auth/auth'
import type { ServerConfig } from '@heddle/config/config'
import type { App } from '../../platform/http/app-instance.ts'
import { listPermissions } from '@heddle/contracts/permissions'
import { canHaveTemporaryChats } from '../../platform/permissions/temporary.permissions.ts'
import { type InstallationBrand, presentTenantProfile } from '../tenant/tenant.presenter.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { presentUser } from '../user/user.presenter.ts'
import type { UserService } from '../user/user.service.ts'
import type { AuthService } from './auth.service.ts'
import { readSignInOrigin, setBrowserCookie } from './browser-cookie.ts'
import { presentOwnFactors, presentSignIn } from './second-factor/second-factor.presenter.ts'
import { presentSession, presentTokenPair } from './session.presenter.ts'
import type { SessionService } from './session.service.ts'

type AuthRouteDependencies = {
  readonly auth: AuthService
  readonly sessions: SessionService
  readonly users: UserService
  readonly tenants: TenantService
  readonly installation: InstallationBrand & Pick<ServerConfig, 'debugViews'>
}

export function authRoutes(app: App, { auth, sessions, users, tenants, installation }: AuthRouteDependencies) {
  app.route({
    ...login,
    handler: async (request, reply) => {
      const { outcome, browser } = await auth.login(request.body, readSignInOrigin(request))
      setBrowserCookie(request, reply, browser)
      return presentSignIn(app.accessTokens, outcome)
    },
  })

  app.route({
    ...refreshToken,
    handler: async ({ body, ip, headers }) => {
      const grant = await sessions.refreshToken(body.refresh_token, { address: ip, userAgent: headers['user-agent'] })
      return presentTokenPair(app.accessTokens, grant)
    },
  })

  app.route({
    ...getMe,
    handler: async ({ actor }) => {
      const [user, tenant] = await Promise.all([users.getMe(actor), tenants.getOwnTenant(actor)])
      const permissions = listPermissions(actor.role)
      return {
        user: presentUser(actor, user),
        tenant: presentTenantProfile(tenant, installation),
        permissions,
        is_tour_due: user.tourOfferedAt === null,
        has_debug_views: installation.debugViews && permissions.includes('administer'),
        second_factor: presentOwnFactors(user, tenant),
        may_have_temporary_chats: canHaveTemporaryChats(actor, tenant),
      }
    },
  })

  app.route({
    ...logout,
    handler: async ({ body, ip, headers }) => {
      await sessions.logout(body.refresh_token, { address: ip, userAgent: headers['user-agent'] })
      return { success: true as const }
    },
  })

  app.route({
    ...updatePassword,
    handler: async ({ actor, body }) => {
      await auth.updatePassword(actor, body)
      return { success: true as const }
    },
  })

  app.route({
    ...querySessions,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken, total } = await sessions.querySessions(actor, body)
      return { sessions: rows.map((session) => presentSession(actor, session)), next_page_token: nextPageToken, total }
    },
  })

  app.route({
    ...endSession,
    handler: async ({ actor, params }) => {
      await sessions.endSession(actor, params.id)
      return { success: true as const }
    },
  })
}
