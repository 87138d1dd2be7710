// What the model calls of a run use: as each tells it, and by estimate for one that ends without.
import type { ModelCallStart, RunCallUsage } from '@heddle/workflow/model/events'
import type { ModelUsage } from '@heddle/workflow/model/ports'
import { countPromptTokens, estimateUsage } from '@heddle/workflow/model/call/usage-estimate'
import { addUsage, noUsage, type UsageCall } from '../../usage/usage.service.ts'

type Written = { readonly text: string; readonly reasoning: string }
/** A call that has not told its usage yet, and where in the reply what comes of it begins. */
type OpenCall = Pick<ModelCallStart, 'model' | 'messages'> & { readonly textStart: number; readonly reasoningStart: number }

/** `readWritten` returns what the reply has by then. */
export function createUsageMeter(countTokens: (text: string) => number, readWritten: () => Written) {
  const openCalls = new Map<string, OpenCall>()
  const calls: UsageCall[] = []

  function estimateCall(nodeId: string) {
    const call = openCalls.get(nodeId)
    if (!call) return
    openCalls.delete(nodeId)
    const { text, reasoning } = readWritten()
    const measured = {
      promptTokens: countPromptTokens(call.messages, countTokens),
      text: text.slice(call.textStart),
      reasoning: reasoning.slice(call.reasoningStart),
    }
    const usage = estimateUsage(measured, countTokens)
    calls.push({ nodeId, attempt: 1, modelId: null, endpointId: null, modelName: call.model, usage, serverCalls: 1, firstTokenMs: null })
  }

  return {
    beginCall({ nodeId, model, messages }: ModelCallStart) {
      const { text, reasoning } = readWritten()
      openCalls.set(nodeId, { model, messages, textStart: text.length, reasoningStart: reasoning.length })
    },
    endCall({ nodeId, attempt, model, answeredBy, usage, serverCalls, firstTokenMs }: RunCallUsage) {
      openCalls.delete(nodeId)
      const { id: modelId, endpointId, name: modelName } = answeredBy ?? { id: null, endpointId: null, name: model }
      calls.push({ nodeId, attempt, modelId, endpointId, modelName, usage, serverCalls, firstTokenMs })
    },
    /** A call of the node that has not told its usage will not tell it any more: its port has not let go. */
    endNode: estimateCall,
    /** The calls of a node that have ended. */
    findCalls: (nodeId: string): readonly UsageCall[] => calls.filter((call) => call.nodeId === nodeId),
    /** Ends all calls, and returns what they used, each and together. */
    finish(): { readonly usage: ModelUsage; readonly calls: readonly UsageCall[] } {
      for (const nodeId of openCalls.keys()) estimateCall(nodeId)
      return { usage: calls.reduce((sum, { usage }) => addUsage(sum, usage), noUsage), calls }
    },
  }
}
