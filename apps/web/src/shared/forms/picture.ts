// Converts the chosen picture in the browser to a logo of the contract: a small `data:` URL.
import { limits } from '@heddle/contracts/limits'

/** Twice the size on the sign-in page, for high-density screens. */
const maxSize = { width: 512, height: 256 }
const minSide = 16

/** The browser cannot decode the file as a picture. */
export class NotAPicture extends Error {
  override name = 'NotAPicture'
}

type Size = { readonly width: number; readonly height: number }
/** Draws the picture at a size and returns it as a `data:` URL; a type that the browser cannot encode becomes PNG. */
type Draw = (size: Size, type: 'image/png' | 'image/webp') => string

/** Returns the largest size within the maximum, with the same proportions, and not larger than the picture. */
export function fitSize({ width, height }: Size): Size {
  const scale = Math.min(1, maxSize.width / width, maxSize.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the largest logo that the contract accepts: PNG if possible, otherwise WebP, otherwise smaller. */
export function encodeLogo(picture: Size, draw: Draw): string {
  for (let size = fitSize(picture); Math.max(size.width, size.height) >= minSide; size = shrink(size)) {
    for (const type of ['image/png', 'image/webp'] as const) {
      const address = draw(size, type)
      if (address.length <= limits.logoCharacters) return address
    }
  }
  throw new NotAPicture('No size of it is small enough')
}

const shrink = ({ width, height }: Size): Size => ({ width: Math.round(width * 0.8), height: Math.round(height * 0.8) })

/** Reads a picture and scales it down. Throws NotAPicture. */
export async function readLogo(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new NotAPicture('The browser cannot read it', { cause })
  })
  try {
    return encodeLogo(picture, (size, type) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, size)
      const context = canvas.getContext('2d')
      if (!context) throw new NotAPicture('The browser cannot draw')
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, size.width, size.height)
      return canvas.toDataURL(type, 0.9)
    })
  } finally {
    picture.close()
  }
}
