// What a new tenant finds, in all five languages.
import type { LocalizedText } from '@heddle/contracts/wire'
import { translateAll, type Translations, type WordKey } from '@heddle/words/words'

/** A text in all languages; where the reader's is missing, English is shown. */
export const text = (translations: Translations): LocalizedText => ({ default: translations.en, ...translations })

export const question = (title: Translations, content: Translations) => ({ title: text(title), content: text(content) })

const named = (name: WordKey, description: WordKey) => ({ name: text(translateAll(name)), description: text(translateAll(description)) })

export const conversationWorkflow = named('template.plain_chat.name', 'template.plain_chat.description')

export const starterGroup = named('starter.group.name', 'starter.group.description')

export const starterAssistant = {
  ...named('starter.assistant.name', 'starter.assistant.description'),
  recommendedQuestions: (['summary', 'abilities'] as const).map((key) =>
    question(translateAll(`starter.question.${key}.title`), translateAll(`starter.question.${key}.content`)),
  ),
}
