import type { ChatProfile } from '@heddle/contracts/chat'
import type { Language } from '@heddle/contracts/languages'
import type { Model } from '@heddle/contracts/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { modelsQuery } from './models.queries.ts'

export type Choices = {
  models: readonly Model[]
  model: Pick<Model, 'id' | 'name'> | null
  language: Language
  chooseModel: (id: string) => void
  chooseLanguage: (language: Language) => void
  /** What a message says about them. */
  body: { model?: { id: string }; response_language: Language }
}

/** The model and the response language of the next message: the last choice here, else the chat's, else the defaults. */
export function useChoices(chat: Pick<ChatProfile, 'model' | 'response_language'> | null): Choices {
  const { language: interfaceLanguage } = useLanguage()
  const models = useQuery(modelsQuery).data ?? []
  const [modelId, chooseModel] = useState<string | null>(null)
  const [chosenLanguage, chooseLanguage] = useState<Language | null>(null)

  const fallback = models.find(({ is_default }) => is_default) ?? models[0] ?? null
  const model = models.find(({ id }) => id === (modelId ?? chat?.model?.id)) ?? chat?.model ?? fallback
  const language = chosenLanguage ?? chat?.response_language ?? interfaceLanguage
  const body = { ...(model && { model: { id: model.id } }), response_language: language }
  return { models, model, language, chooseModel, chooseLanguage, body }
}
