// A page as a scanner sees it: letters of straight strokes, drawn as pixels.
import type { GreyImage } from './png.ts'

type Stroke = readonly [x1: number, y1: number, x2: number, y2: number]

/** In a square of one, from the upper left corner. */
const letters: Readonly<Record<string, readonly Stroke[]>> = {
  E: [
    [0, 0, 0, 1],
    [0, 0, 0.6, 0],
    [0, 0.5, 0.55, 0.5],
    [0, 1, 0.6, 1],
  ],
  F: [
    [0, 0, 0, 1],
    [0, 0, 0.6, 0],
    [0, 0.5, 0.55, 0.5],
  ],
  H: [
    [0, 0, 0, 1],
    [0.65, 0, 0.65, 1],
    [0, 0.5, 0.65, 0.5],
  ],
  I: [[0.3, 0, 0.3, 1]],
  L: [
    [0, 0, 0, 1],
    [0, 1, 0.6, 1],
  ],
  N: [
    [0, 0, 0, 1],
    [0.65, 0, 0.65, 1],
    [0, 0, 0.65, 1],
  ],
  T: [
    [0.32, 0, 0.32, 1],
    [0, 0, 0.65, 0],
  ],
}

const letterHeight = 60
const thickness = 9
const margin = 80

const distance = (x: number, y: number, [x1, y1, x2, y2]: Stroke) => {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2
  const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
}

/** Draws lines of the letters E, F, H, I, L, N and T. */
export function createScan(lines: readonly string[]): GreyImage {
  const strokes = lines.flatMap((line, row) =>
    Array.from(line, (letter, column) =>
      (letters[letter] ?? []).map((stroke) =>
        stroke.map(
          (value, index) => (index % 2 === 0 ? margin + column * letterHeight : margin + row * 2 * letterHeight) + value * letterHeight,
        ),
      ),
    ).flat(),
  ) as unknown as readonly Stroke[]
  const width = 2 * margin + Math.max(...lines.map(({ length }) => length)) * letterHeight
  const height = 2 * margin + lines.length * 2 * letterHeight
  const pixels = Buffer.alloc(width * height, 0xff)
  for (const stroke of strokes) {
    const [x1, y1, x2, y2] = stroke
    for (let y = Math.floor(Math.min(y1, y2) - thickness); y <= Math.max(y1, y2) + thickness; y++) {
      for (let x = Math.floor(Math.min(x1, x2) - thickness); x <= Math.max(x1, x2) + thickness; x++) {
        if (distance(x, y, stroke) < thickness / 2) pixels[y * width + x] = 0
      }
    }
  }
  return { width, height, pixels }
}
