// Puts the room of the gate together.
import type { Dependencies } from '../../../platform/dependencies.ts'
import type { App } from '../../../platform/http/app-instance.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import type { VersionService } from '../../workflow/version.service.ts'
import type { WorkflowService } from '../../workflow/workflow.service.ts'
import { gateRoutes } from './gate.routes.ts'
import { createGateService } from './gate.service.ts'
import { createPendingPublications } from './pending-publications.ts'
import { createStartNeeded, type StartRun } from './start-needed.ts'

type GateDependencies = Pick<Dependencies, 'db' | 'log' | 'now'> & {
  readonly audit: AuditService
  readonly workflows: WorkflowService
  readonly versions: VersionService
  readonly startRun: StartRun
}

export function createGate(dependencies: GateDependencies) {
  const startNeeded = createStartNeeded(dependencies)
  const gates = createGateService({ ...dependencies, startNeeded })
  return {
    routes: (app: App) => gateRoutes(app, gates),
    jobs: [
      {
        name: 'publish drafts whose conditions are checked',
        everyMs: 5_000,
        run: createPendingPublications({ ...dependencies, startNeeded }),
      },
    ],
  }
}
