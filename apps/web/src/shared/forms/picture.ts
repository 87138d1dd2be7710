// Converts the chosen picture in the browser to one that a contract accepts: a small `data:` URL.

/** What a contract accepts of a picture, and how large it is shown. */
export type PictureLimit = {
  /** Twice the size on the page, for high-density screens. */
  readonly width: number
  readonly height: number
  /** Of the `data:` URL. */
  readonly maxCharacters: number
  /** Cuts the longer side, from its middle. */
  readonly isSquare?: boolean
}
const minSide = 16

/** The browser cannot decode the file as a picture. */
export class NotAPicture extends Error {
  override name = 'NotAPicture'
}

type Size = { readonly width: number; readonly height: number }
/** Draws the picture at a size and returns it as a `data:` URL; a type that the browser cannot encode becomes PNG. */
type Draw = (size: Size, type: 'image/png' | 'image/webp') => string

/** Returns the largest size within the limit, with the same proportions, and not larger than the picture. */
export function fitSize({ width, height }: Size, limit: Size): Size {
  const scale = Math.min(1, limit.width / width, limit.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the largest picture that the contract accepts: PNG if possible, otherwise WebP, otherwise smaller. */
export function encodePicture(picture: Size, limit: PictureLimit, draw: Draw): string {
  for (let size = fitSize(picture, limit); Math.max(size.width, size.height) >= minSide; size = shrink(size)) {
    for (const type of ['image/png', 'image/webp'] as const) {
      const address = draw(size, type)
      if (address.length <= limit.maxCharacters) return address
    }
  }
  throw new NotAPicture('No size of it is small enough')
}

const shrink = ({ width, height }: Size): Size => ({ width: Math.round(width * 0.8), height: Math.round(height * 0.8) })

/** Returns the part of the picture that is drawn. */
export function cropPicture({ width, height }: Size, { isSquare = false }: PictureLimit) {
  if (!isSquare) return { x: 0, y: 0, width, height }
  const side = Math.min(width, height)
  return { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), width: side, height: side }
}

/** Reads a picture and scales it down. Throws NotAPicture. */
export async function readPicture(file: Blob, limit: PictureLimit): Promise<string> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new NotAPicture('The browser cannot read it', { cause })
  })
  try {
    const part = cropPicture(picture, limit)
    return encodePicture(part, limit, (size, type) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, size)
      const context = canvas.getContext('2d')
      if (!context) throw new NotAPicture('The browser cannot draw')
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height)
      return canvas.toDataURL(type, 0.9)
    })
  } finally {
    picture.close()
  }
}
