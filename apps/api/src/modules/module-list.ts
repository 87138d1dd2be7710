// What each domain is made of, and how the list of them (modules.ts) becomes one whole.
import type { App } from '../platform/http/app-instance.ts'
import type { Job } from '../platform/jobs/job-queue.ts'
import type { RepeatedJob } from '../platform/jobs/repeat.ts'
import type { Dependencies } from '../platform/dependencies.ts'

type ModuleJob = Job | RepeatedJob

type Module<Services extends object> = {
  /** For the modules that are added after it. */
  readonly services: Services
  /** Registers the endpoints, and starts what only the process that serves them needs. */
  readonly routes?: (app: App) => void
  /** For the worker. */
  readonly jobs?: readonly ModuleJob[]
}

export type ModuleList<Services extends object> = {
  readonly services: Services
  readonly jobs: readonly ModuleJob[]
  readonly registerRoutes: (app: App) => void
  /** Creates a module with the services of those before it. One that asks for the service of a later one does not compile. */
  readonly add: <Added extends object>(
    create: (dependencies: Dependencies, services: Services) => Module<Added>,
  ) => ModuleList<Services & Added>
}

/** Returns a list of no modules, whose first one is given `services`. */
export const startModuleList = <Services extends object>(dependencies: Dependencies, services: Services) =>
  createModuleList(dependencies, services, [])

function createModuleList<Services extends object>(
  dependencies: Dependencies,
  services: Services,
  modules: readonly Module<object>[],
): ModuleList<Services> {
  return {
    services,
    jobs: modules.flatMap(({ jobs = [] }) => jobs),
    registerRoutes: (app) => {
      for (const { routes } of modules) routes?.(app)
    },
    add(create) {
      const module = create(dependencies, services)
      return createModuleList(dependencies, { ...services, ...module.services }, [...modules, module])
    },
  }
}
