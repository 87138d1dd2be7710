// The one node of the run that writes a title.
import type { Language } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { callModel } from '@heddle/workflow/model/call/model-call'
import { requireText } from '@heddle/workflow/model/call/model-outcome'
import type { NodeType } from '@heddle/workflow/model/node-type'
import { ModelError, type ModelMessage } from '@heddle/workflow/model/ports'
import { languageNamesInEnglish } from '@heddle/workflow/model/call/response-language'
import { toStorableText } from '../../platform/database/storable-text.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { cleanTitle } from './chat.rules.ts'

/** Enough for a title after a thought process, and no more. */
const maxOutputTokens = 2_000
const contentCharacters = 4_000

export const titleMessages = (content: string, language: Language): ModelMessage[] => [
  {
    role: 'system',
    content: `Write a short title for a conversation that begins with the user's message, in ${languageNamesInEnglish[language]}. Answer with the title only: one line, at most eight words, no quotation marks.`,
  },
  { role: 'user', content: toStorableText(content.slice(0, contentCharacters)) },
]

export const toChatTitle = (written: string) => cleanTitle(written, limits.chatTitleCharacters)

export const titleNode: NodeType = {
  fields: () => ({ text: 'text' }),
  templates: () => ({}),
  model: () => null,
  run: ({ id: nodeId }, context) =>
    callModel(
      {
        nodeId,
        model: context.input.model,
        createMessages: () => titleMessages(context.input.question, context.input.responseLanguage),
        maxOutputTokens,
        isEmitted: true,
        accept(call) {
          requireText(call)
          if (call.outcome === 'cut') throw new ModelError('MODEL_REPLY_CUT')
          if (toChatTitle(call.text) === '') throw new AppError('CHAT_TITLE_FAILED')
          return { output: { text: call.text } }
        },
      },
      context,
    ),
}
