import type { PersonalInstructions } from '@heddle/contracts/preference/preference'
import type { ChatDefaultsRow, InstructionsRow } from './preference.repository.ts'

export const presentChatDefaults = ({ modelId, responseLanguage }: ChatDefaultsRow) => ({
  model_id: modelId,
  response_language: responseLanguage,
})

export const presentInstructions = ({ aboutMe, howToAnswer, instructsNewChats, revision }: InstructionsRow): PersonalInstructions => ({
  about_me: aboutMe,
  how_to_answer: howToAnswer,
  in_new_chats: instructsNewChats,
  revision,
})
