import type { Dependencies } from '../../boot/dependencies.ts'
import type { App } from '../../http/app-instance.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { systemRoutes } from './system.routes.ts'

type Services = { readonly tenants: TenantService }

export const createSystemModule = (dependencies: Dependencies, { tenants }: Services) => ({
  services: {},
  routes: (app: App) => systemRoutes(app, dependencies, tenants),
})
