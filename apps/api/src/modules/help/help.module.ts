import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import { helpRoutes } from './help.routes.ts'

export const createHelpModule = (dependencies: Dependencies) => ({
  services: {},
  routes: (app: App) => helpRoutes(app, dependencies),
})
