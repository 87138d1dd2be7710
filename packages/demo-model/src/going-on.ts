// A model that is given its own words and asked for the rest says the rest.
import type { Message } from './facts.ts'
import type { Reply } from './reply.ts'

const requestToGoOn = /\bgo on exactly where\b/i

/** Returns what was asked in the first place, and what of the answer there is; '' unless the messages ask to go on. */
export function readContinuation(messages: readonly Message[]): { readonly asked: readonly Message[]; readonly soFar: string } {
  const [answer, request] = messages.slice(-2)
  const goesOn = answer?.role === 'assistant' && request?.role === 'user' && requestToGoOn.test(request.content)
  return goesOn ? { asked: messages.slice(0, -2), soFar: answer.content } : { asked: messages, soFar: '' }
}

/** Returns the reply without the text that was said before; of a text that repeats itself forever, a whole turn from that place. */
export function withoutBeginning({ reasoning, text }: Reply, soFar: string, isEndless: boolean): Reply {
  const whole = text.join('')
  let said = isEndless ? soFar.length % Math.max(1, whole.length) : soFar.length
  const rest: string[] = []
  for (const token of text) {
    if (said < token.length) rest.push(token.slice(said))
    said = Math.max(0, said - token.length)
  }
  return { reasoning, text: isEndless ? [...rest, ...text].slice(0, text.length) : rest }
}
