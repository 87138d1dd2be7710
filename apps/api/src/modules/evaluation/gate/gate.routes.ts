import { checkWorkflowGate, getWorkflowGate, proveWorkflowGate, updateWorkflowGate } from '@heddle/contracts/evaluation/gate'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentGate } from './gate.presenter.ts'
import type { GateService } from './gate.service.ts'

export function gateRoutes(app: App, gates: GateService) {
  app.route({
    ...getWorkflowGate,
    handler: async ({ actor, params }) => ({ gate: presentGate(await gates.getWorkflowGate(actor, params.id)) }),
  })

  app.route({
    ...updateWorkflowGate,
    handler: async ({ actor, params, body }) => ({ gate: presentGate(await gates.updateWorkflowGate(actor, params.id, body)) }),
  })

  app.route({
    ...checkWorkflowGate,
    handler: async ({ actor, params }) => ({ gate: presentGate(await gates.checkWorkflowGate(actor, params.id)) }),
  })

  app.route({
    ...proveWorkflowGate,
    handler: async ({ actor, params }) => ({ gate: presentGate(await gates.proveWorkflowGate(actor, params.id)) }),
  })
}
