import type { WorkflowInput } from '../model/node-type.ts'
import type { ModelDescription } from '../model/ports.ts'

/** Returns a port's `describe`: every model has the chat's context, and only the chat's model reads images. */
export const describeModelsOf =
  ({ model, contextTokens }: Pick<WorkflowInput, 'model' | 'contextTokens'>, countTokens = ({ length }: string) => length) =>
  (name: string): Promise<ModelDescription> =>
    Promise.resolve({ contextTokens, readsImages: name === model, countTokens })
