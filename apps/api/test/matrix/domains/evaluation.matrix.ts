import type { MatrixPart } from '../part.ts'

export const evaluationMatrix = {} satisfies MatrixPart
