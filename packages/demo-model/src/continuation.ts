// Continues a reply: given the beginning of its own text and a request to go on, the model sends the rest.
import type { PromptMessage } from './facts.ts'
import type { DemoReply } from './reply.ts'
import type { Switches } from './switches.ts'

const requestToGoOn = /\bgo on exactly where\b/i

/** Returns the original messages and the text so far, which is '' unless the messages request a continuation. */
export function readContinuation(messages: readonly PromptMessage[]): { readonly asked: readonly PromptMessage[]; readonly soFar: string } {
  const [answer, request] = messages.slice(-2)
  const continues = answer?.role === 'assistant' && request?.role === 'user' && requestToGoOn.test(request.content)
  return continues ? { asked: messages.slice(0, -2), soFar: answer.content } : { asked: messages, soFar: '' }
}

/** Returns the switches of a continuation: the rest of a reply that `finish` has cut after its `tokens` comes whole. */
export function removeCut(switches: Switches): Switches {
  const { finish, tokens: _tokens, ...rest } = switches
  return finish === undefined ? switches : rest
}

/** Returns the reply without the text so far; of an endless text, one complete repetition from that position. */
export function removeBeginning({ reasoning, text }: DemoReply, soFar: string, isEndless: boolean): DemoReply {
  const joined = text.join('')
  let skipped = isEndless ? soFar.length % Math.max(1, joined.length) : soFar.length
  const rest: string[] = []
  for (const token of text) {
    if (skipped < token.length) rest.push(token.slice(skipped))
    skipped = Math.max(0, skipped - token.length)
  }
  return { reasoning, text: isEndless ? [...rest, ...text].slice(0, text.length) : rest }
}
