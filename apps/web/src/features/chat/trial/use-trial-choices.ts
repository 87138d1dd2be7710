import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrialSubject } from '#entities/assistant/trial-subject.ts'
import { modelsQuery } from '#entities/model/models.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import type { Choices } from '../choice/use-choices.ts'

const toModelOwner = (subject: TrialSubject) => ('id' in subject ? { assistant_id: subject.id } : { workflow_id: subject.workflow_id })

/** Returns the model and the response language of the next question of a trial, which are not kept. */
export function useTrialChoices(subject: TrialSubject | null): Choices {
  const { language: interfaceLanguage } = useLanguage()
  const models = useQuery({ ...modelsQuery(subject && toModelOwner(subject)), enabled: subject !== null }).data ?? []
  const [modelId, chooseModel] = useState<string | null>(null)
  const [language, chooseLanguage] = useState(interfaceLanguage)
  const model = models.find(({ id }) => id === modelId) ?? models.find(({ is_default }) => is_default) ?? models[0] ?? null
  return {
    models,
    model,
    language,
    chooseModel,
    chooseLanguage,
    body: { ...(model && { model: { id: model.id } }), response_language: language },
  }
}
