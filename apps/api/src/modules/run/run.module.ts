import type { Dependencies } from '../../platform/dependencies.ts'
import type { ModelRouter } from '../../platform/inference/model-router.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import { createOpenPorts } from './open-ports.ts'

type Services = { readonly modelRouter: ModelRouter; readonly allowedHosts: AllowedHostService; readonly retrieval: Retrieval }

export const createRunModule = ({ pool, now }: Dependencies, services: Services) => ({
  services: { openPorts: createOpenPorts({ ...services, pool, now }) },
})
