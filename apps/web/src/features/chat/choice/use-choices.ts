import type { ChatProfile } from '@heddle/contracts/chat/chat'
import type { Language } from '@heddle/contracts/languages'
import type { Model } from '@heddle/contracts/model/chosen-model'
import { useQuery } from '@tanstack/react-query'
import { type ModelOwner, modelsQuery } from '#entities/model/models.queries.ts'
import { preferenceQuery } from '#entities/preference/preference.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useSaveChoice } from './use-save-choice.ts'

export type Choices = {
  /** The permitted models. */
  models: readonly Model[]
  model: Pick<Model, 'id' | 'name'> | null
  language: Language
  chooseModel: (id: string) => void
  chooseLanguage: (language: Language) => void
  /** The fields of a message's request. */
  body: { model?: { id: string }; response_language: Language }
}

type ChosenChat = Pick<ChatProfile, 'id' | 'model' | 'response_language'>

/** Returns the wanted one of the models that may answer, else the default. */
export const pickModel = (models: readonly Model[], wantedId: string | null | undefined): Model | undefined =>
  models.find(({ id }) => id === wantedId) ?? models.find(({ is_default }) => is_default) ?? models[0]

/** Returns the models that may answer, and of them the wanted one, else the default. */
export function usePermittedModels(owner: ModelOwner | null, wantedId: string | null | undefined) {
  const models = useQuery(modelsQuery(owner)).data ?? []
  return { models, permitted: pickModel(models, wantedId) }
}

/** Returns the model and the response language of the next message: those of the chat, or the defaults of a new one. */
export function useChoices(chat: ChosenChat | null, assistantId: string | null): Choices {
  const { language: interfaceLanguage } = useLanguage()
  const defaults = useQuery({ ...preferenceQuery, enabled: chat === null }).data?.chat_defaults
  const save = useSaveChoice(chat?.id ?? null)

  const wantedId = chat ? chat.model?.id : defaults?.model_id
  const { models, permitted } = usePermittedModels(assistantId === null ? null : { assistant_id: assistantId }, wantedId)
  const language = chat?.response_language ?? defaults?.response_language ?? interfaceLanguage
  return {
    models,
    model: permitted ?? chat?.model ?? null,
    language,
    chooseModel(id) {
      const model = models.find((known) => known.id === id)
      if (model) save.mutate({ model: { id, name: model.name } })
    },
    chooseLanguage: (response_language) => save.mutate({ response_language }),
    // Without the list of permitted models the server chooses.
    body: { ...(permitted && { model: { id: permitted.id } }), response_language: language },
  }
}
