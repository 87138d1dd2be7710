import { createSecretCipher } from '@heddle/security/secret-cipher'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { App } from '../../platform/http/app-instance.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import { createEmbedder } from '../../platform/inference/embedding/embedder.ts'
import { createModelRouter } from '../../platform/inference/model-router.ts'
import { createReranker } from '../../platform/inference/rerank/reranker.ts'
import { observeModelCalls } from '../../platform/telemetry/observe-model-calls.ts'
import { createCallableModelService } from './callable-model.ts'
import { createDemonstrationProbe } from './demonstration.ts'
import { createManagedModelRepository } from './managed-model/managed-model.repository.ts'
import { createReplyFindings } from './finding/reply-findings.ts'
import { managedModelRoutes } from './managed-model/managed-model.routes.ts'
import { createManagedModelService } from './managed-model/managed-model.service.ts'
import { createModelEndpointRepository } from './endpoint/model-endpoint.repository.ts'
import { modelEndpointRoutes } from './endpoint/model-endpoint.routes.ts'
import { createModelEndpointService } from './endpoint/model-endpoint.service.ts'
import { createPrivateServers } from './endpoint/private-servers.ts'
import { modelTestRoutes } from './model-test/model-test.routes.ts'
import { createModelTestService } from './model-test/model-test.service.ts'
import { findModelUses } from './model-uses.sql.ts'
import { createModelRepository } from './model.repository.ts'
import { createModelService } from './model.service.ts'

type Services = { readonly paging: Paging; readonly audit: AuditService; readonly allowedHosts: AllowedHostService }

export function createModelModule(
  { config, db, pool, keys, metrics, log, stopping, now }: Dependencies,
  { paging, audit, allowedHosts }: Services,
) {
  const cipher = createSecretCipher(keys.modelKeys)
  const endpointRows = createModelEndpointRepository(db)
  const managedModelRows = createManagedModelRepository(db)
  const hasEnvironmentKey = config.model.apiKey !== undefined
  const privateServers = createPrivateServers({ db, setting: config.privateModelServers, allowedHosts })
  const callable = createCallableModelService({ pool, cipher, environment: config.model, privateServers })
  const find = (tenantId: string, name: string) => callable.findCallable(tenantId, name)
  const observeFinding = createReplyFindings({ db, log, now })
  const modelRouter = createModelRouter({ find, observeCall: observeModelCalls(metrics), observeFinding })
  metrics.watchEndpoints(modelRouter.listEndpoints)
  const modelEndpoints = createModelEndpointService({
    db,
    endpoints: endpointRows,
    findModelUses,
    cipher,
    toRoutedEndpoint: callable.toRoutedEndpoint,
    hasEnvironmentKey,
    privateServers,
    modelRouter,
    paging,
    audit,
  })
  const managedModels = createManagedModelService({
    db,
    models: managedModelRows,
    endpoints: endpointRows,
    findModelUses,
    paging,
    audit,
  })
  const modelTests = createModelTestService({
    db,
    pool,
    models: managedModelRows,
    toRoutedModel: callable.toRoutedModel,
    modelRouter,
    audit,
    stopping,
    now,
  })
  return {
    services: {
      models: createModelService(createModelRepository(db), createDemonstrationProbe(config.model)),
      modelEndpoints,
      modelRouter,
      embedder: createEmbedder({ find, router: modelRouter }),
      reranker: createReranker({ find, router: modelRouter }),
    },
    routes: (app: App) => {
      modelEndpointRoutes(app, modelEndpoints)
      managedModelRoutes(app, managedModels)
      modelTestRoutes(app, modelTests)
      app.addHook('onClose', () => modelRouter.close())
    },
  }
}
