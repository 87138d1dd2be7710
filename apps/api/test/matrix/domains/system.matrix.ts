import type { MatrixPart } from '../part.ts'

export const systemMatrix = {
  bodies: { sendErrorEnvelope: () => ({ envelope: '' }) },
} satisfies MatrixPart
