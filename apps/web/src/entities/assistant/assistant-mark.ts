// The sign of an expert: a shape derived from its id, in its own color or one derived too, to distinguish experts whose names begin
// alike.
import { type AssistantColor, assistantColors } from '@heddle/contracts/assistant/assistant'

/** Mantine colors: shades 1 and 8 in the light scheme, 9 and 2 in the dark one, keep a contrast of 4.5:1 (assistant-mark.test.ts). */
export const markColors = assistantColors

export const markShapes = ['hexagons', 'triangles', 'circles', 'wave', 'diamonds', 'spiral', 'asterisk', 'layers', 'grid'] as const

/** 32-bit FNV-1a, which spreads similar ids. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  return bits >>> 0
}

/** Returns the color and the shape of an id, always the same ones; a color that was chosen comes first. */
export function chooseMark(id: string, chosen: AssistantColor | null = null) {
  const bits = hash(id)
  return {
    color: chosen ?? markColors[bits % markColors.length] ?? markColors[0],
    shape: markShapes[Math.floor(bits / markColors.length) % markShapes.length] ?? markShapes[0],
  }
}
