// The reply to one chat completion, as a list of tokens.
import { english } from './answers/en.ts'
import { japanese } from './answers/ja.ts'
import { thai } from './answers/th.ts'
import { vietnamese } from './answers/vi.ts'
import type { Voice } from './answers/voice.ts'
import { simplifiedChinese } from './answers/zh-hans.ts'
import { traditionalChinese } from './answers/zh-hant.ts'
import { readFacts, type PromptMessage } from './facts.ts'
import { createJsonAnswer, type JsonSchema } from './json-answer.ts'
import { createJudgement } from './judgement.ts'
import type { DemoLanguage } from './language.ts'
import { stripDirectives, type Switches } from './switches.ts'
import { createTablePlan } from './table-plan.ts'

const voices: Readonly<Record<DemoLanguage, Voice>> = {
  zhHant: traditionalChinese,
  en: english,
  ja: japanese,
  th: thai,
  vi: vietnamese,
}

export type DemoReply = { readonly reasoning: readonly string[]; readonly text: readonly string[] }

/** Returns the reply to the messages: the tokens of the reasoning, and those of the text, which is JSON of the schema if there is one. */
export function createReply(
  model: string,
  messages: readonly PromptMessage[],
  { reasoning, no_text: isThought, tokens, language, simplified, echo, piece, cite }: Switches,
  schema?: JsonSchema,
): DemoReply {
  const facts = readFacts(model, messages)
  const voice = simplified ? simplifiedChinese : voices[language ?? facts.language]
  const thought = reasoning === 'none' ? [] : splitTokens(voice.thought(facts))
  const judgement = createJudgement(messages[0]?.content ?? '', messages[1]?.content ?? '')
  if (judgement && !echo) return { reasoning: thought, text: splitTokens(JSON.stringify(judgement)) }
  if (facts.wantsTitle) return { reasoning: isThought ? thought : [], text: splitTokens(voice.title(facts)) }
  const content =
    echo || facts.wantsRewriting
      ? findQuestion(messages)
      : facts.plannedPrompt !== null
        ? JSON.stringify({ plan: createTablePlan(facts.plannedPrompt, findQuestion(messages)), not_expressible: null })
        : schema
          ? JSON.stringify(createJsonAnswer(schema, facts.question))
          : facts.wantsCategory
            ? '0'
            : voice.answer(facts)
  const answer = cite === undefined ? content : `${content} [${cite}]`
  const text = piece === undefined ? splitTokens(answer) : splitEvery(answer, piece)
  return {
    reasoning: thought,
    text: tokens === undefined ? text : Array.from({ length: tokens }, (_, index) => text[index % text.length] ?? ''),
  }
}

/** Returns the last question, without the conversation before it that a request for its rewriting has. */
const findQuestion = (messages: readonly PromptMessage[]) =>
  stripDirectives(
    messages
      .findLast(({ role }) => role === 'user')
      ?.content.split(/^The question to rewrite:\n\n/m)
      .at(-1) ?? '',
  )

/** Splits a text into pieces of so many characters; joined they are the text again. */
function splitEvery(text: string, characters: number): string[] {
  const all = Array.from(text)
  return Array.from({ length: Math.ceil(all.length / characters) }, (_, index) =>
    all.slice(index * characters, (index + 1) * characters).join(''),
  )
}

/** Splits a text into pieces about as long as a model's tokens; joined they are the text again. */
export function splitTokens(text: string): string[] {
  return text.match(tokenPattern) ?? []
}

const tokenPattern =
  / ?[\p{Script=Latin}\p{M}\p{N}]{1,6}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|\p{Script=Thai}{1,3}|\n+|./gsu

/** Returns the tokens of a prompt, as reported in the usage. */
export function estimatePromptTokens(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + splitTokens(content).length + 4, 0)
}
