import { useState } from 'react'
import type { TrialSubject } from '#entities/assistant/trial-subject.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { type Choices, usePermittedModels } from '../choice/use-choices.ts'

const toModelOwner = (subject: TrialSubject) => ('id' in subject ? { assistant_id: subject.id } : { workflow_id: subject.workflow_id })

/** Returns the model and the response language of the next question of a trial, which are not kept. */
export function useTrialChoices(subject: TrialSubject | null): Choices {
  const { language: interfaceLanguage } = useLanguage()
  const [modelId, chooseModel] = useState<string | null>(null)
  const [language, chooseLanguage] = useState(interfaceLanguage)
  const { models, permitted } = usePermittedModels(subject && toModelOwner(subject), modelId)
  return {
    models,
    model: permitted ?? null,
    language,
    chooseModel,
    chooseLanguage,
    body: { ...(permitted && { model: { id: permitted.id } }), response_language: language },
  }
}
