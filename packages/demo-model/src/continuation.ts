// A model that is given its own words and asked for the rest says the rest.
import type { Message } from './facts.ts'
import type { Reply } from './reply.ts'

const requestToGoOn = /\bgo on exactly where\b/i

/** Returns what was asked in the first place, and what of the answer there is; '' unless the messages ask to go on. */
export function readContinuation(messages: readonly Message[]): { readonly asked: readonly Message[]; readonly soFar: string } {
  const [answer, request] = messages.slice(-2)
  const continues = answer?.role === 'assistant' && request?.role === 'user' && requestToGoOn.test(request.content)
  return continues ? { asked: messages.slice(0, -2), soFar: answer.content } : { asked: messages, soFar: '' }
}

/** Returns the reply without the text that was said before; of a text that repeats itself forever, a whole turn from that place. */
export function removeBeginning({ reasoning, text }: Reply, soFar: string, isEndless: boolean): Reply {
  const joined = text.join('')
  let skipped = isEndless ? soFar.length % Math.max(1, joined.length) : soFar.length
  const rest: string[] = []
  for (const token of text) {
    if (skipped < token.length) rest.push(token.slice(skipped))
    skipped = Math.max(0, skipped - token.length)
  }
  return { reasoning, text: isEndless ? [...rest, ...text].slice(0, text.length) : rest }
}
