// What the model calls of a run use: as each tells it, and by estimate for one that ends without.
import type { ModelMessage, ModelUsage } from '@heddle/workflow/ports'
import { countPromptTokens, estimateUsage } from '@heddle/workflow/usage-estimate'
import { addUsage, noUsage } from '../../usage/usage.service.ts'

type Written = { readonly text: string; readonly reasoning: string }
/** A call that has not told its usage yet, and where in the reply what comes of it begins. */
type OpenCall = { readonly messages: readonly ModelMessage[]; readonly textStart: number; readonly reasoningStart: number }

/** `readWritten` returns what the reply has by then. */
export function createUsageMeter(countTokens: (text: string) => number, readWritten: () => Written) {
  const openCalls = new Map<string, OpenCall>()
  let total = noUsage

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
    total = addUsage(total, estimateUsage(measured, countTokens))
  }

  return {
    beginCall(nodeId: string, messages: readonly ModelMessage[]) {
      const { text, reasoning } = readWritten()
      openCalls.set(nodeId, { messages, textStart: text.length, reasoningStart: reasoning.length })
    },
    addReported(nodeId: string, usage: ModelUsage) {
      openCalls.delete(nodeId)
      total = addUsage(total, usage)
    },
    /** A call of the node that has not told its usage will not tell it any more: its port has not let go. */
    endNode: estimateCall,
    /** Ends all calls, and returns what they used. */
    finish(): ModelUsage {
      for (const nodeId of openCalls.keys()) estimateCall(nodeId)
      return total
    },
  }
}
