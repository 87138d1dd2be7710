import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'

export function createEvaluationModule(_dependencies: Dependencies) {
  return {
    services: {},
    routes(_app: App) {},
    jobs: [],
  }
}
