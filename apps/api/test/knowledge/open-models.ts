// The embedding and rerank models of all tenants, called as the application calls them, for tests that call them themselves or wait less.
import { createSecretCipher } from '@heddle/security/secret-cipher'
import type { Dependencies } from '../../src/platform/dependencies.ts'
import { createEmbedder, type EmbedderOptions } from '../../src/platform/inference/embedding/embedder.ts'
import { createModelRouter } from '../../src/platform/inference/model-router.ts'
import { createReranker } from '../../src/platform/inference/rerank/reranker.ts'
import { createCallableModelService } from '../../src/modules/model/callable-model.ts'

export type ModelRetry = EmbedderOptions['retry']

export function openModels({ pool, config, keys }: Pick<Dependencies, 'pool' | 'config' | 'keys'>, retry?: ModelRetry) {
  const callable = createCallableModelService({ pool, cipher: createSecretCipher(keys.modelKeys), environment: config.model })
  const find = (tenantId: string, name: string) => callable.findCallable(tenantId, name)
  const router = createModelRouter({ find })
  return {
    embedder: createEmbedder({ find, router, ...(retry && { retry }) }),
    reranker: createReranker({ find, router }),
    close: () => router.close(),
  }
}
