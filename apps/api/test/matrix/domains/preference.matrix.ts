import type { MatrixPart } from '../part.ts'

export const preferenceMatrix = {
  bodies: {
    addFavoriteAssistant: ({ target: { id } }) => ({ assistant_id: id }),
    replaceFavoriteAssistants: ({ target: { id } }) => ({ assistant_ids: [id] }),
    setChatDefaults: () => ({ response_language: 'ja' }),
    setPersonalInstructions: () => ({ revision: 0, instructions: { about_me: 'Weaver', how_to_answer: '', in_new_chats: true } }),
  },
} satisfies MatrixPart
