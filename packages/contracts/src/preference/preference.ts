import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { ModelReference } from '../model/chosen-model.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, noNul } from '../wire.ts'

const FavoriteIds = z.object({ assistant_ids: z.array(Id) })

const ChatDefaults = z.object({ model_id: Id.nullable(), response_language: Language.nullable() })

export const UserPreference = z.object({
  user_id: Id,
  favorites: FavoriteIds,
  /** What a new chat begins with: the last choices of the user; null until there was one. */
  chat_defaults: ChatDefaults,
  /** The assistant that the tenant suggests for a first question; null when there is none, or the user may not use it. */
  default_assistant_id: Id.nullable(),
})
export type UserPreference = z.infer<typeof UserPreference>
schemaIds.add(UserPreference, { id: 'UserPreference' })

export const getPreference = {
  method: 'GET',
  url: '/api/v1/preference/user/me',
  schema: {
    summary: 'What the signed-in user prefers',
    response: { 200: z.object({ user_preference: UserPreference }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const addFavoriteAssistant = {
  method: 'POST',
  url: '/api/v1/preference/user/me/favorite/assistant',
  schema: {
    summary: 'Put an assistant at the end of the favorites; one that is there already stays where it is',
    body: z.strictObject({ assistant_id: Id }),
    response: { 200: FavoriteIds },
  },
  config: { policy: 'signed_in', errors: ['ASSISTANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const removeFavoriteAssistant = {
  method: 'DELETE',
  url: '/api/v1/preference/user/me/favorite/assistant/:assistant_id',
  schema: {
    summary: 'Take an assistant out of the favorites',
    params: z.strictObject({ assistant_id: Id }),
    response: { 200: FavoriteIds },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const replaceFavoriteAssistants = {
  method: 'PUT',
  url: '/api/v1/preference/user/me/favorite/assistant',
  schema: {
    summary: 'Set the favorites and their order',
    body: z.strictObject({ assistant_ids: z.array(Id).max(limits.favoriteAssistants) }),
    response: { 200: FavoriteIds },
  },
  config: { policy: 'signed_in', errors: ['ASSISTANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const offerTour = {
  method: 'POST',
  url: '/api/v1/preference/user/me/tour',
  schema: {
    summary: 'Whether to offer the tour of the chat page now: true once for each user',
    response: { 200: z.object({ is_offered: z.boolean() }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const setChatDefaults = {
  method: 'PUT',
  url: '/api/v1/preference/user/me/chat_default',
  schema: {
    summary: 'Set the model or the response language that new chats begin with; what is not named stays',
    body: z.strictObject({ model: ModelReference.optional(), response_language: Language.optional() }),
    response: { 200: z.object({ chat_defaults: ChatDefaults }) },
  },
  config: { policy: 'signed_in', errors: ['CHAT_INVALID_MODEL_OBJECT'] },
} as const satisfies Endpoint

const Instructions = z.string().trim().max(limits.personalInstructionsCharacters).regex(noNul, 'NUL is not allowed')

const PersonalInstructionsInput = z.strictObject({
  /** What the user tells of themselves. */
  about_me: Instructions,
  /** How the user wishes every reply to be. */
  how_to_answer: Instructions,
  /** Whether new chats use them. */
  in_new_chats: z.boolean(),
})

/** What goes along with each question of the user, in chats that use it. */
export const PersonalInstructions = z.object({ ...PersonalInstructionsInput.shape, revision: z.int() })
export type PersonalInstructions = z.infer<typeof PersonalInstructions>
schemaIds.add(PersonalInstructions, { id: 'PersonalInstructions' })

const instructionsUrl = '/api/v1/preference/user/me/instructions'
const PersonalInstructionsResponse = z.object({ instructions: PersonalInstructions })

export const getPersonalInstructions = {
  method: 'GET',
  url: instructionsUrl,
  schema: { summary: "The actor's personal instructions", response: { 200: PersonalInstructionsResponse } },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const setPersonalInstructions = {
  method: 'PUT',
  url: instructionsUrl,
  schema: {
    summary: "Set the actor's personal instructions; chats that there are keep whether they use them",
    body: z.strictObject({ revision: z.int(), instructions: PersonalInstructionsInput }),
    response: { 200: PersonalInstructionsResponse },
  },
  config: { policy: 'signed_in', errors: ['REVISION_MISMATCH'] },
} as const satisfies Endpoint
