import { byId, type MatrixPart } from '../../testing/matrix/part.ts'

export const assistantMatrix = {
  things: {
    'public assistant': byId(async ({ assistants }) => assistants.public),
    'private assistant': byId(async ({ assistants }) => assistants.private),
  },
} satisfies MatrixPart
