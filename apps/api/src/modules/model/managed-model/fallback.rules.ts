// Which model may take the failed call of which.
import { limits } from '@heddle/contracts/limits'

type FallbackModel = { readonly id: string; readonly kind: string; readonly fallbackModelId: string | null }

/**
 * Whether each chain of fallbacks ends after at most three models, all of one kind. `models` are those of a tenant, with the fallback
 * that is to be saved.
 */
export function areFallbacksValid(models: readonly FallbackModel[]): boolean {
  const byId = new Map(models.map((model) => [model.id, model]))
  return models.every((first) => {
    let model = first
    // A cycle is a chain that does not end.
    for (let length = 0; model.fallbackModelId !== null; length += 1) {
      const next = byId.get(model.fallbackModelId)
      if (!next || next.kind !== first.kind || length === limits.fallbackModels) return false
      model = next
    }
    return true
  })
}
