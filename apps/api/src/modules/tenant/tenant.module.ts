import { createSecretCipher } from '@heddle/security/secret-cipher'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { UserService } from '../user/user.service.ts'
import { allowedHostRoutes } from './allowed-host/allowed-host.routes.ts'
import { createAllowedHostService } from './allowed-host/allowed-host.service.ts'
import { createLoginMethods } from './login-methods.service.ts'
import { createTenantRepository } from './tenant.repository.ts'
import { tenantRoutes } from './tenant.routes.ts'
import { createTenantService } from './tenant.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService; readonly users: UserService }

export function createTenantModule({ config, db, pool, keys, now }: Dependencies, { paging, audit, users }: Services) {
  const loginMethods = createLoginMethods(db, config.externalLogins, now)
  const tenants = createTenantService({ db, pool, tenants: createTenantRepository(db), paging, audit, loginMethods, users, now })
  const allowedHosts = createAllowedHostService({ db, cipher: createSecretCipher(keys.hostSecrets), audit })
  return {
    services: { tenants, loginMethods, allowedHosts },
    routes(app: App) {
      tenantRoutes(app, tenants)
      allowedHostRoutes(app, allowedHosts)
    },
  }
}
