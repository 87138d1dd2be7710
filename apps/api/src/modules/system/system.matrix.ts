import type { MatrixPart } from '../../testing/matrix/part.ts'

export const systemMatrix = {
  bodies: { sendErrorEnvelope: () => ({ envelope: '' }) },
} satisfies MatrixPart
