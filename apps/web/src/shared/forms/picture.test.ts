import { limits } from '@heddle/contracts/limits'
import { describe, expect, test, vi } from 'vitest'
import { encodeLogo, fitSize, NotAPicture, readLogo } from './picture.ts'

/** Returns a `Draw` whose output has so many bytes a pixel. */
const createDraw = (bytesOfType: Record<string, number>) =>
  vi.fn(({ width, height }: { width: number; height: number }, type: string) =>
    'x'.repeat(Math.round(width * height * (bytesOfType[type] ?? 0))),
  )

describe('a logo', () => {
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
    expect(fitSize(given)).toEqual(fitting)
  })

  test('stays PNG when that is small enough', () => {
    const draw = createDraw({ 'image/png': 0.1, 'image/webp': 0.05 })
    encodeLogo({ width: 512, height: 256 }, draw)
    expect(draw.mock.calls).toEqual([[{ width: 512, height: 256 }, 'image/png']])
  })

  test('is scaled down until the contract accepts it', () => {
    const draw = createDraw({ 'image/png': 4, 'image/webp': 1 })
    expect(encodeLogo({ width: 2000, height: 1000 }, draw).length).toBeLessThanOrEqual(limits.logoCharacters)
    expect(draw.mock.calls.at(-1)).toEqual([{ width: 328, height: 164 }, 'image/webp'])
  })

  test('is rejected when it is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    await expect(readLogo(new Blob(['text']))).rejects.toBeInstanceOf(NotAPicture)
    vi.unstubAllGlobals()
  })
})
