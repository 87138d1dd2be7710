import type { MatrixPart } from '../part.ts'

export const preferenceMatrix = {
  bodies: {
    addFavoriteAssistant: ({ target: { id } }) => ({ assistant_id: id }),
    replaceFavoriteAssistants: ({ target: { id } }) => ({ assistant_ids: [id] }),
    setChatDefaults: () => ({ response_language: 'ja' }),
  },
} satisfies MatrixPart
