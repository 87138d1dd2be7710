import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { ModelService } from '../model/model.service.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { errorTunnelRoutes } from './error-tunnel.routes.ts'
import { manifestRoutes } from './manifest.routes.ts'
import { createSetUpService } from './set-up.service.ts'
import { systemRoutes } from './system.routes.ts'

type Services = { readonly tenants: TenantService; readonly models: ModelService }

export const createSystemModule = (dependencies: Dependencies, { tenants, models }: Services) => ({
  services: {},
  routes(app: App) {
    systemRoutes(app, dependencies, { tenants, setUp: createSetUpService({ db: dependencies.db, models }) })
    manifestRoutes(app, dependencies, tenants)
    errorTunnelRoutes(app, dependencies)
  },
})
