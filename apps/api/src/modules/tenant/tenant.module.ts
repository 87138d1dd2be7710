import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { Paging } from '../../http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { UserService } from '../user/user.service.ts'
import { createLoginMethods } from './login-methods.service.ts'
import { createTenantRepository } from './tenant.repository.ts'
import { tenantRoutes } from './tenant.routes.ts'
import { createTenantService } from './tenant.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService; readonly users: UserService }

export function createTenantModule({ config, db }: Dependencies, { paging, audit, users }: Services) {
  const loginMethods = createLoginMethods(db, config.externalLogins)
  const tenants = createTenantService({ db, tenants: createTenantRepository(db), paging, audit, loginMethods, users })
  return {
    services: { tenants, loginMethods },
    routes: (app: App) => tenantRoutes(app, tenants),
  }
}
