import { describe, expect, test, vi } from 'vitest'
import { cropPicture, encodePicture, fitSize, NotAPicture, readPicture } from './picture.ts'

/** Returns a `Draw` whose output has so many bytes a pixel. */
const createDraw = (bytesOfType: Record<string, number>) =>
  vi.fn(({ width, height }: { width: number; height: number }, type: string) =>
    'x'.repeat(Math.round(width * height * (bytesOfType[type] ?? 0))),
  )

const limit = { width: 512, height: 256, maxCharacters: 65_536 }

describe('a picture', () => {
  test.each([
    [
      { width: 4000, height: 1000 },
      { width: 512, height: 128 },
    ],
    [
      { width: 1000, height: 4000 },
      { width: 64, height: 256 },
    ],
    [
      { width: 100, height: 40 },
      { width: 100, height: 40 },
    ],
  ])('of %o is drawn at %o', (given, fitting) => {
    expect(fitSize(given, limit)).toEqual(fitting)
  })

  test('stays PNG when that is small enough', () => {
    const draw = createDraw({ 'image/png': 0.1, 'image/webp': 0.05 })
    encodePicture({ width: 512, height: 256 }, limit, draw)
    expect(draw.mock.calls).toEqual([[{ width: 512, height: 256 }, 'image/png']])
  })

  test('is scaled down until the contract accepts it', () => {
    const draw = createDraw({ 'image/png': 4, 'image/webp': 1 })
    expect(encodePicture({ width: 2000, height: 1000 }, limit, draw).length).toBeLessThanOrEqual(limit.maxCharacters)
    expect(draw.mock.calls.at(-1)).toEqual([{ width: 328, height: 164 }, 'image/webp'])
  })

  test('is cut to its middle where it has to be square', () => {
    expect(cropPicture({ width: 300, height: 100 }, { ...limit, isSquare: true })).toEqual({ x: 100, y: 0, width: 100, height: 100 })
    expect(cropPicture({ width: 300, height: 100 }, limit)).toEqual({ x: 0, y: 0, width: 300, height: 100 })
  })

  test('is rejected when it is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    await expect(readPicture(new Blob(['text']), limit)).rejects.toBeInstanceOf(NotAPicture)
    vi.unstubAllGlobals()
  })
})
